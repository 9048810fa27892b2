"""Who believes or feels what: from a source text and its entities, relations and events to attitudes.

`scene.scene` gathers targets and possible sources, `systems.SYSTEMS` lists the systems; each turns a scene into
attitudes. The entities, relations and events may be gold, another program's or our own.
"""
