gold

:ada	type	PER
:ada	canonical_mention	"Ada Lovelace"	ada:0-11
:ada	mention	"Ada Lovelace"	ada:0-11
:london	type	GPE
:london	canonical_mention	"London"	ada:25-30
:london	mention	"London"	ada:25-30
:king	type	PER
:king	canonical_mention	"William King"	ada:45-56
:king	mention	"William King"	ada:45-56
:babbage	type	PER
:babbage	canonical_mention	"Charles Babbage"	ada:101-115
:babbage	mention	"Charles Babbage"	ada:101-115
:ada	mention	"Lovelace"	ada:80-87
:ada	per:city_of_birth	:london	ada:0-30
:ada	per:spouse	:king	ada:33-56
:king	per:title	"nobleman"	ada:45-68
