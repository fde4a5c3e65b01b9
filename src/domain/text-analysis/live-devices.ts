import type { Category } from '../categories.ts'

/** A device of Live, named as in its title bar. */
export interface LiveDevice {
  name: string
  /** Other names in use. */
  aliases?: ReadonlyArray<string>
  /** The most likely category of a text about it. */
  category: Category
  /**
   * The name is a common word: in a text it counts only with a capital letter inside a sentence.
   */
  common?: true
}

const of = (
  category: Category,
  names: string,
  more: Omit<LiveDevice, 'name' | 'category'> = {},
): Array<LiveDevice> => names.split(', ').map((name) => ({ name, category, ...more }))

const common = { common: true } as const

/** Live's own instruments, effects and racks, up to Live 12.3. */
export const liveDevices: ReadonlyArray<LiveDevice> = [
  ...of('sound_design', 'Wavetable, Granulator'),
  ...of(
    'sound_design',
    'Operator, Drift, Meld, Analog, Collision, Electric, Tension, Emit, Poli',
    common,
  ),
  ...of('sample_management', 'Simpler, Drum Sampler'),
  ...of('sample_management', 'Sampler, Impulse', common),
  ...of('plugins', 'Instrument Rack, Audio Effect Rack, MIDI Effect Rack'),
  { name: 'Drum Rack', aliases: ['Drum Racks'], category: 'production' },
  ...of('hardware', 'External Instrument, External Audio Effect, CV Instrument, CV Triggers'),
  { name: 'EQ Eight', aliases: ['EQ8', 'EQ 8'], category: 'mixing' },
  { name: 'EQ Three', aliases: ['EQ3'], category: 'live_performance' },
  { name: 'Channel EQ', category: 'mixing' },
  { name: 'Glue Compressor', category: 'mixing' },
  ...of('mixing', 'Compressor, Utility, Spectrum', common),
  { name: 'Gate', category: 'mixing', common: true },
  { name: 'Multiband Dynamics', aliases: ['OTT'], category: 'mastering' },
  { name: 'Limiter', category: 'mastering', common: true },
  { name: 'Hybrid Reverb', category: 'audio_effects' },
  { name: 'Convolution Reverb', category: 'audio_effects' },
  { name: 'Chorus-Ensemble', aliases: ['Chorus Ensemble'], category: 'audio_effects' },
  { name: 'Phaser-Flanger', aliases: ['Phaser Flanger'], category: 'audio_effects' },
  ...of(
    'audio_effects',
    'Auto Filter, Auto Pan, Auto Shift, Auto Pan-Tremolo, Beat Repeat, Drum Buss, Dynamic Tube, Filter Delay, Grain Delay, Spectral Resonator, Spectral Time, Vinyl Distortion, Align Delay, Gated Delay, Pitch Hack, Color Limiter, Re-Enveloper',
  ),
  ...of('audio_effects', 'Saturator, Vocoder, Redux, Resonators, Erosion'),
  ...of(
    'audio_effects',
    'Echo, Delay, Reverb, Roar, Overdrive, Pedal, Corpus, Shifter, Cabinet, PitchLoop89',
    common,
  ),
  { name: 'Amp', category: 'audio_effects', common: true },
  { name: 'Looper', category: 'live_performance', common: true },
  { name: 'Tuner', category: 'hardware', common: true },
  { name: 'Arpeggiator', category: 'midi_effects' },
  ...of(
    'midi_effects',
    'Note Length, Note Echo, CC Control, MIDI Monitor, MPE Control, Expression Control, Expressive Chords',
  ),
  ...of('midi_effects', 'Chord, Scale, Random, Velocity, Pitch', common),
  ...of('production', 'Envelope Follower, Shaper MIDI'),
]

/** Hardware of the same company. */
export const liveHardware: ReadonlyArray<LiveDevice> = [
  {
    name: 'Push',
    aliases: ['Push 1', 'Push 2', 'Push 3', 'Ableton Push'],
    category: 'ableton_push',
    common: true,
  },
  { name: 'Move', aliases: ['Ableton Move'], category: 'hardware', common: true },
]
