import type { Category } from '../categories.ts'

/**
 * The terms of each category in three classes: a term that decides alone, a typical term, a hint.
 * `live-devices.ts` contains the devices and their categories. The analysis never suggests a
 * category without terms. Terms are in the form of `termKey`: singular, spaces for hyphens.
 */
export const categoryVocabulary: Readonly<
  Partial<Record<Category, readonly [strong: string, typical: string, hints: string]>>
> = {
  workflow: [
    'workflow, template, default set, automation, finished arrangement, finish arrangement, unfinished track, collect all and save, keyboard shortcut, shortcut, file management, productivity, organize, organise, organization, color coding, finish track, finish a song, finishing, writer block, time saving, save time, naming convention, creative block, perfectionism, procrastination, collaboration, key mapping, export stem, version control, project file, session template, project management',
    'browser, automation lane, clip envelope, breakpoint, collection, favorite, tag, locator, arrangement, arrange, freeze, flatten, consolidate, rename, naming, duplicate, group track, folder, session view, arrangement view, eight bar, loop to, timer, routine, habit, project, undo, deadline, checklist, backup, back up, distraction, focus, version, archive, unfinished',
    'save, search, faster, decision, evening, morning, setup, view, list, label, color',
  ],
  mixing: [
    'mix, mixing, mixdown, gain staging, sidechain, side chain, headroom, mid/side, panning, equalizer, masking, mix bus, low cut, high pass, vocal chain, mixer, channel strip, parallel compression, bus compression, mono compatibility, stereo image, stereo width, low mid, mix engineer, frequency masking, de essing',
    'eq, compression, threshold, ratio, low end, fader, gain, stereo, mono, width, kick and bass, balance, frequency, bus, meter, attack, release, bleed, de esser, mud, muddy, clip gain, phase, solo, mute, sibilance, harsh, harshness, presence, clarity, punch, pan, loudest track, transient, room mode',
    'hz, db, level, peak, cut, boost, kick, bass, louder, knee, vocal, side',
  ],
  sound_design: [
    'sound design, synthesis, oscillator, wavetable, fm, modulator, carrier, patch, subtractive, additive, granular, synth patch, unison, waveform, sub oscillator, synthesizer patch, fm synthesis, supersaw, pluck, growl, formant, portamento, ring modulation, noise oscillator, sound designer, physical modeling',
    'filter envelope, cutoff, resonance, envelope, lfo, detune, sawtooth, saw, sine, pad, bell, timbre, harmonic, modulation, modulation matrix, synth, pulse width, noise, partial, ratio, voice, glide, vibrato, detuned, key tracking, filter cutoff, lead sound, operator level, drone, waveshaping',
    'filter, sub, attack, decay, sustain, release, semitone, pitch, waveshape, tone, warm',
  ],
  composition: [
    'composition, composing, chord progression, progression, melody, harmony, songwriting, polymeter, polyrhythm, song structure, motif, counterpoint, groove pool, swing, voicing, music theory, hook, time signature, cadence, key change, voice leading, borrowed chord, call and response, ostinato, topline, lyric, seventh chord, suspended chord, pre chorus, song form, circle of fifth, modal interchange, ear training, improvising',
    'chord, scale, key, rhythm, verse, chorus, inversion, interval, triad, minor, major, root, meter, groove, quantize, bassline, shuffle, sixteenth, phrase, degree, tension and release, variation, dorian, pentatonic, bridge, arpeggiated, consonance, dissonance, tonic, dominant, riff, tune, countermelody',
    'note, bar, beat, pattern, clip, eighth, theme, section, feel, octave',
  ],
  mastering: [
    'mastering, mastering chain, lufs, loudness, true peak, master chain, dither, dithering, normalization, ceiling, streaming service, mastering engineer, album sequence, loudness war, lufs target, loudness target, mastered, premaster, stem mastering, isrc',
    'limiter, limiting, master track, main track, reference track, streaming, spotify, integrated, dynamic range, loud, multiband, export, final mix, crest factor, bit depth, clipper, tonal balance, album, metering, clipping, dynamics processing, tonal, lossy, codec',
    'master, peak, reference, bypass, sample rate, glue, db, level, quieter',
  ],
  live_performance: [
    'live performance, perform live, performing live, on stage, stage, gig, follow action, audience, footswitch, foot switch, setlist, set list, soundcheck, backing track, dj, crowd, concert, improvise, rehearsal, festival, front of house, in ear monitor, monitor mix, stage monitor, encore, live band, solo show, live looping, club set, dj set',
    'performance, performing, scene, launch, launching, crossfader, overdub, legato, band, venue, show, next song, laptop, clip launch, transition, click track, in ear, emergency, looping, rehearse, singer, drummer, lighting, crossfade, pedal, improvisation, tempo follower',
    'controller, loop, clip, player, foot, stop, play, trigger, jump, scene launch',
  ],
  midi_effects: [
    'midi effect, arpeggiator, arpeggio, midi transformation, midi generator, transformation, generator, midi tool, generative, euclidean, note repeat, strum, midi effect rack, arp, midi delay, note echo, midi chord, ratchet, humanization, midi processing, scale device, chord device, random device',
    'midi, velocity, probability, chance, retrigger, random, note length, ornament, rate, style, gate, held chord, chord trigger, max for live, seed, humanize, pitch class, note delay, midi note, stochastic, strummed, algorithmic',
    'note, step, repeat, scale, transpose, octave, pattern, generate, transform',
  ],
  audio_effects: [
    'audio effect, reverb, delay, distortion, saturation, chorus, phaser, flanger, vocoder, convolution, impulse response, dub, tape delay, bit crusher, predelay, tremolo, beat repeat, glitch, frequency shifter, ring modulator, comb filter, stutter, gated reverb, slapback, spring reverb, shimmer, fuzz, overdrive, tape saturation, ducking delay, granular delay, resonator, wah, stereo delay, convolution reverb, guitar amp',
    'feedback, wet, dry/wet, decay, tail, drive, return track, return, throw, shaper, room, reflection, hall, plate, effect chain, filter sweep, ping pong, parallel, self oscillation, space, repeat, echo, echoing, wobble, lfo rate, send effect, effect rack, wet signal, dry signal, grit, warmth, harmonic distortion',
    'effect, send, tone, dry, noise, modulation, blend, amount, filter, stage',
  ],
  sample_management: [
    'sample, sampling, slice, slicing, warp, warping, warp mode, warp marker, one shot, chop, chopping, sample library, sample pack, breakbeat, crate digging, time stretch, found sound, royalty free, sample clearance, loop library, auto warp, time stretching, turntable, record crate, sliced, sample pack, drum kit folder, sampled, audio to midi',
    'transient, break, stretch, re pitch, beats mode, complex pro, audio file, wav, vinyl, library, transpose, drum break, tempo, crossfade, loop, field recording, grain, root key, splice, crate, dig, rename sample, sample start, recorder, stretching, tag sample, root note',
    'pad, marker, folder, texture, file, original tempo, audio clip, drum',
  ],
  plugins: [
    'plug in, plugin, vst, vst3, audio unit, third party, license, fabfilter, serum, kontakt, izotope, valhalla, native instrument, plug in window, au plug in, plug in folder, arturia, soundtoy, omnisphere, vital, massive, ilok, plugin format, authorization, plugin scan, vst2, plugin alliance, freeware',
    'macro, macro control, rack, configure, preset, parameter, cpu, map, mapping, macro variation, chain, instrument rack, range, third, crash, rescan, vendor, trial, bundle, gui, subscription, demo version, developer, uninstall, preset browser',
    'expose, control, variation, knob, automation, compatible, install, save',
  ],
  hardware: [
    'hardware, audio interface, external instrument, drum machine, modular, eurorack, cv, outboard, midi clock, latency, midi interface, sysex, patchbay, round trip, driver, control surface, elektron, digitakt, moog, korg, roland, usb hub, midi cable, di box, preamp, phantom power, thunderbolt, sound card, control voltage, groovebox, analog synth, hardware synth, studio monitor, launchpad, drum synth',
    'interface, cable, buffer, input, output, sync, clock, midi channel, midi port, usb, driver error, synthesizer, sequencer, delay compensation, loopback, midi keyboard, knob, asio, ground loop, port, track delay, controller, microphone, xlr, hum, headphone, patch cable, socket, firmware, jack, footprint, wiring, desk',
    'ms, analog, record, external, monitor, play, sample rate, recording, device',
  ],
  ableton_push: [
    'push, push 3, push 2, ableton push, standalone, note repeat, 64 pad, touch strip, encoder, mpe pad, step sequencer, session mode, note mode, pad of push, push display, drum layout, touchstrip, finger drumming, push standalone, push controller',
    'pad, press, hold, button, display, pressure, finger, layout, step, touch, shift, jog wheel, melodic step, aftertouch, pad sensitivity, melodic layout, mpe, handheld',
    'light, repeat, screen, row, scale, kit, groove, velocity, turn',
  ],
  production: [
    'production, production technique, resampling, resample, bounce, happy accident, ear candy, layering, beatmaking, beat making, riser, producing, foley, sound collage, music production, producer, vocal chop, sound selection, breakdown, house track, techno track, hip hop beat, trap beat, 808, drum loop, impact, white noise, lo fi beat',
    'record, layer, experiment, accident, texture, build up, drop, energy, transition, producer, reverse, mangle, mess, drum programming, genre, idea, lo fi, percussion, fill, ghost note, club track, punchy, layered, techno, house, hip hop, trap, ambient, reversed, crunch',
    'take, sound, creative, audio, effect, random, start, create, vocal',
  ],
}
