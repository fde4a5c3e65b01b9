/** Included in every pack; equals the site's terms of service. */
export const licenseText = `Session Notes free pack license

You may
- use these sounds and clips in your own music, commercial or not, royalty-free and without credit;
- change them in any way: cut, pitch, layer, process, resample;
- perform, record, release and sell the music that you make with them.

Please do not
- sell, rent or share the files themselves, changed or not, as samples, loops, MIDI packs, presets or as part of
  such a collection;
- claim to have made the files themselves.

The files come as they are, without warranty of any kind. All sounds were synthesized from mathematics and all clips
were written for this pack: nothing in it is sampled from anybody else's work.

Session Notes is independent and not affiliated with, endorsed by or sponsored by Ableton AG.
Ableton, Live and Push are trademarks of Ableton AG.
`
