"""One table a claim: `python -m benchmarks NAME`, or all with `make bench`."""

from factbook._threads import one_thread

one_thread()  # figures are those of one core, as the commands run
