Acme_KB_XLING_9 # BAD
:e1	type	PER
:e1	mention	"Ann"	D1:0-2	0.9
:e1	canonical_mention	"Ann"	D1:0-2	0.9
:e2	type	ORG
:e2	mention	"Acme"	D1:10-13	0.9
:e2	canonical_mention	"Acme"	D1:10-13	0.9
