RUN1
:e1	type	PER
:e1	mention	"Ann"	D1:0-2
:e1	per:title	"x"	D1:0-3 # BAD
