:e1	type	PER # BAD
:e1	mention	"Ann"	D1:0-2
