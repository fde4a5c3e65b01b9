import type { SearchDocument } from '../server/search/document.ts'

/** A document for tests with default values. */
export function sampleDocument(
  id: number,
  title: string,
  rest: Partial<SearchDocument> = {},
): SearchDocument {
  return {
    type: 'articles',
    id,
    hash: `hash-${id}`,
    publishedAt: Date.UTC(2026, 0, id),
    title,
    tags: [],
    category: '',
    excerpt: '',
    body: '',
    ...rest,
  }
}

/** A small site about making music, as search documents. */
export const sampleDocuments: ReadonlyArray<SearchDocument> = [
  sampleDocument(1, 'Warp Modes and When to Use Them', {
    tags: ['warping', 'audio'],
    category: 'Sample Management',
    excerpt: 'Beats, Tones, Texture, Re-Pitch, Complex: what each mode does to a loop.',
    body: '## Beats\n\nTransients stay sharp. Use **Complex Pro** for whole songs.\n\nSee [the browser](/article/browser-tags).',
  }),
  sampleDocument(2, 'Sidechain That Breathes', {
    tags: ['compression', 'kick'],
    category: 'Mixing',
    excerpt: 'Set attack and release so that the bass ducks with the groove.',
    body: 'Put a Compressor on the bass and choose the kick as its side-chain input.',
  }),
  sampleDocument(3, 'Gain Staging in Live', {
    tags: ['levels'],
    category: 'Mixing',
    excerpt: 'Leave headroom before the mix bus.',
    body: 'Every fader tells you something. A side chain needs steady levels. Measure with Utility.',
  }),
  sampleDocument(4, 'Wavetable Bass from Scratch', {
    tags: ['bass', 'wavetable'],
    category: 'Sound Design',
    excerpt: 'One oscillator, one filter, one envelope.',
    body: 'Start with an init patch. Route LFO 1 to the position. The low frequency oscillator runs at 1/8.',
  }),
  sampleDocument(5, 'Hybrid Reverb Spaces', {
    tags: ['reverb'],
    category: 'Audio Effects',
    excerpt: 'Convolution and algorithm in one device.',
    body: 'Größe und Straße: the German names of two presets. Café, too. EQ Eight behind it tames the low end.',
  }),
  sampleDocument(6, 'A Stock Mastering Chain', {
    tags: ['mastering', 'limiter'],
    category: 'Mastering',
    excerpt: 'EQ Eight, Glue Compressor, Limiter.',
    body: '| device | setting |\n| --- | --- |\n| Equalizer | gentle |\n\nAim at -14 LUFS.\n\n```txt\ncode is searched too: quixotic\n```',
  }),
  sampleDocument(7, 'Follow Actions for a Live Set', {
    tags: ['clips'],
    category: 'Live Performance',
    excerpt: 'Clips that choose what comes next.',
    body: 'Follow actions can jump. Randomise them with care. The kick stays.',
  }),
  sampleDocument(8, 'Push 3 Drum Programming', {
    tags: ['push', 'drums'],
    category: 'Ableton Push',
    excerpt: 'Sixteen pads and a step sequencer.',
    body: 'Open hi-hats swing against closed ones. 日本語のテキスト。 🎹',
  }),
  sampleDocument(21, 'Live 12.3 Is Here', {
    type: 'news',
    tags: ['release'],
    category: 'Release',
    excerpt: 'What the update brings.',
    body: 'Stem separation and bounce groups.',
  }),
  sampleDocument(22, 'Live 12.2 Brings Bounce to Track', {
    type: 'news',
    tags: ['release'],
    category: 'Release',
    excerpt: 'Printing a track got shorter.',
    body: 'Bounce a track in place.',
  }),
  sampleDocument(31, 'Issue 1: Warmer Mixes', {
    type: 'newsletters',
    category: 'Issue 1',
    excerpt: 'Saturation in three places.',
    body: 'Hello.\n\n## Roar in parallel\n\nKeep the dry signal.\n\nTurn drive to 9 o’clock.',
  }),
]
