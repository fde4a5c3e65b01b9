import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { type AnalyzedContentType, contentAnalysis, type KnownTag } from '../analysis.ts'
import { analyzeText } from './analyze-text.ts'
import { textLanguage } from './load-text-language.ts'

const root = path.join(import.meta.dirname, '../../../content')
const known: Array<KnownTag> = [
  'low end',
  'Sidechain',
  'compressor',
  'drums',
  'sampling',
  'workflow',
  'reverb',
].map((tag, at) => ({
  tag,
  count: 7 - at,
}))
const analyze = (content: string, contentType: AnalyzedContentType = 'article', tags = known) =>
  analyzeText({ content, contentType }, tags)

function sampleArticles() {
  const folder = path.join(root, 'articles')
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.md'),
  )
  return files.map((file) => {
    const [, head = '', body = ''] =
      /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(readFileSync(path.join(folder, file), 'utf8')) ?? []
    const text = body.trim()
    return {
      file,
      body: text,
      category: /^category: (\w+)/m.exec(head)?.[1] ?? '',
      answer: analyze(text),
    }
  })
}

let articles: ReturnType<typeof sampleArticles>
beforeAll(() => {
  articles = sampleArticles()
})

test('most of the sample articles are put into the category that their authors chose', () => {
  const wrong = articles.flatMap(({ file, answer, category }) => {
    const found = answer.category
    return found === category ? [] : [`${path.basename(file)}: ${category}, found ${found}`]
  })
  const share = 1 - wrong.length / articles.length
  console.info(
    `categories: ${articles.length - wrong.length} of ${articles.length} (${wrong.join('; ')})`,
  )
  expect(share).toBeGreaterThanOrEqual(0.6)
})

test('every sample article gets an answer that keeps the rules of the fields', () => {
  for (const { body, ...article } of articles) {
    const answer = contentAnalysis.parse(article.answer)
    expect(answer.content).toBe(body)
    expect(answer.title.length).toBeGreaterThanOrEqual(10)
    expect(answer.title.length).toBeLessThanOrEqual(120)
    expect(answer.excerpt.length).toBeGreaterThanOrEqual(80)
    expect(answer.excerpt.length).toBeLessThanOrEqual(150)
    expect(answer.tags.length).toBeGreaterThanOrEqual(3)
    expect(answer.tags.length).toBeLessThanOrEqual(6)
    expect(answer).toMatchObject({ contentType: 'article', featured: false })
    const words = new Set(body.match(/[\p{L}\p{N}]+/gu))
    for (const text of [answer.title.toLowerCase(), answer.excerpt, answer.metaDescription])
      for (const word of text.match(/[\p{L}\p{N}]+/gu) ?? [])
        expect([...words].some((one) => one === word || one.toLowerCase() === word)).toBe(true)
  }
})

test.each([
  [
    'workflow',
    'Build a template that opens every morning. Name your tracks, color code them, save a default set and learn one keyboard shortcut a week. The browser has collections: put your favorites there.',
  ],
  [
    'mixing',
    'Start the mixdown with every fader down. Cut mud at 250 Hz with an equalizer, leave headroom on the mix bus and check panning in mono before you touch compression.',
  ],
  [
    'sound_design',
    'Start from a saw oscillator, detune the unison voices, and let a slow LFO move the filter cutoff. A short pitch envelope adds the click. Save the patch.',
  ],
  [
    'composition',
    'A chord progression in C minor needs a melody that resolves. Try an inversion on the fourth chord, move the root, and write a verse and a chorus from the same motif.',
  ],
  [
    'mastering',
    'Set the limiter ceiling to -1 dB true peak and aim for -10 LUFS integrated. Streaming services turn loud masters down anyway, so compare with a reference track.',
  ],
  [
    'live_performance',
    'Before the gig, put every song of the setlist into scenes. On stage you launch the next scene with a footswitch while the band plays and the audience waits.',
  ],
  [
    'midi_effects',
    'Hold three notes and let the Arpeggiator run at 1/16. A Random device with 30 percent chance, then a velocity curve, turn held chords into a generative pattern.',
  ],
  [
    'audio_effects',
    'Put a long reverb after a ping pong delay on a return track. Raise the feedback until it almost self-oscillates, then filter the tail and automate the send for dub throws.',
  ],
  [
    'sample_management',
    'Drag the breakbeat into Simpler, choose slicing by transient, and fix the warp markers first. Keep your sample library in folders by one-shot and loop.',
  ],
  [
    'plugins',
    'After a crash, rescan the plug-in folder. VST3 and Audio Unit versions of a third-party plugin keep separate presets, so expose its parameters with Configure and map macros.',
  ],
  [
    'hardware',
    'Connect the drum machine to the audio interface, send MIDI clock, and measure the round-trip latency of the driver. A larger buffer makes outboard gear late.',
  ],
  [
    'ableton_push',
    'On Push, hold Note Repeat and press a pad. The encoders turn device parameters, and in standalone mode the display shows the clip without a laptop.',
  ],
  [
    'production',
    'Resampling is a production technique: record the mess, layer two takes, reverse the second one and keep the happy accident as ear candy before the drop.',
  ],
])('a paragraph about %s is recognised', (category, text) => {
  expect(analyze(text).category).toBe(category)
})

test('a text without any of our words is about workflow', () => {
  expect(analyze('The quick brown fox jumps over the lazy dog near the river.').category).toBe(
    'workflow',
  )
})

test.each<[AnalyzedContentType, AnalyzedContentType, string]>([
  [
    'news',
    'article',
    'Live 12.4 was released today. The update brings two new devices and is a free update for owners of Live 12. It was announced on June 3, 2026.',
  ],
  [
    'newsletter',
    'article',
    'Hi everyone, welcome to issue #12. In this issue: three tips. If someone forwarded this email, subscribe. See you next week!',
  ],
  [
    'article',
    'article',
    'Drag a Compressor onto the track. Set Attack to 5 ms, Release to 80 ms and Threshold to -18 dB. Click Sidechain and choose the kick.',
  ],
  [
    'article',
    'news',
    'How to duck a bass. Drag a Compressor onto the track. Set Attack to 5 ms, set Release to 80 ms, set Threshold to -18 dB, raise Ratio to 4. Click Sidechain and choose the kick. You can map it. Press 0, turn Knee to 6 dB, lower the gain by 2 dB.',
  ],
  ['news', 'news', 'Our podcast has a new home and a new host.'],
  ['newsletter', 'newsletter', 'Three short pieces about swing.'],
])('%s is detected from the words, chosen was %s', (judged, chosen, text) => {
  expect(analyze(text, chosen).contentType).toBe(judged)
})

test.each([
  ['# A Heading\n\nThe text.', 'A Heading'],
  ['Intro first.\n\n# Then *a* heading\n\nText.', 'Then a heading'],
  ['A heading\n=========\n\nText follows here.', 'A heading'],
  [
    'Ducking a bass without pumping\n\nThe kick and the bass share an octave. One of them has to wait.',
    'Ducking a bass without pumping',
  ],
  [
    'Hi everyone,\n\nSidechain compression makes room for the kick. It is simple.',
    'Sidechain compression makes room for the kick',
  ],
  [
    'sidechain compression makes room for the kick.',
    'Sidechain compression makes room for the kick',
  ],
])('the title of %j', (text, title) => {
  expect(analyze(text).title).toBe(title)
})

test.each([
  ['![A knob](/media/2026/knob.png) Turn it to the right side.', '/media/2026/knob.png'],
  [
    'Text.\n\n![b](javascript:alert) ![c](https://example.org/c.jpg "C")',
    'https://example.org/c.jpg',
  ],
  ['<p>One <img src="https://example.org/d.png" alt="D"></p>', 'https://example.org/d.png'],
  ['No picture in this text.', null],
])('the first picture of %j', (text, address) => {
  expect(analyze(text).imageUrl).toBe(address)
})

test.each([
  ['Since Live 11.3 there is Drift. Live 11.3 brought it.', '11.3'],
  ['Live 12 knows scales, Live 12.3 knows stems.', 'live_12'],
  ['Ableton Live Suite 10 is old.', 'live_10'],
  ['Live at 11 and live 12 times.', null],
])('the version in %j', (text, version) => {
  expect(analyze(text).abletonVersion).toBe(version)
})

test('devices are distinguished from common words with the same name', () => {
  const { devices } = analyze(
    'Put EQ Eight before the Glue Compressor. An echo is not the Echo device. Operator works too, but the operator of a camera does not. Load Operator again.',
  )
  expect(devices).toEqual(['EQ Eight', 'Glue Compressor', 'Echo', 'Operator'])
})

test('tags are the ones of the site, in its own spelling, then devices and repeated phrases', () => {
  const { tags } = analyze(
    'Sidechaining keeps the low end clear. The low end belongs to the kick; sidechain the bass. A sidechain Compressor on the low end, and a second Compressor for drums.',
  )
  expect(tags.slice(0, 2).sort()).toEqual(['Sidechain', 'low end'])
  expect(tags).toContain('compressor')
  const unknown = analyze(
    'Granular clouds need a field recording. Granular clouds love a field recording of rain.',
    'article',
    [],
  )
  expect(unknown.tags).toContain('field recording')
  expect(unknown.tags.length).toBeGreaterThanOrEqual(3)
})

test('a release in a news item is a tag', () => {
  expect(
    analyze('Live 12.3 was released today. Live 12.3 is free for owners of Live 12.', 'news').tags,
  ).toContain('live 12.3')
})

test.each([
  [200, 1],
  [10, 1],
  [1000, 5],
])('%i words take %i minutes', (words, minutes) => {
  expect(analyze('groove '.repeat(words)).readTime).toBe(minutes)
})

test.each([
  ['no letter', '🎹🎹🎹🎹🎹🎹🎹🎹🎹🎹'],
  ['code alone', '```\nconst a = 1\n```'],
  ['marks alone', '!!!!!!!!!!!!'],
  ['another script', '日本語のテキストです、これは'],
  ['empty elements', '<p></p><p></p><p></p>'],
  ['one endless word', 'x'.repeat(5000)],
])('a text of %s has an answer that keeps the rules', (_what, text) => {
  expect(contentAnalysis.safeParse(analyze(text, 'article', [])).error).toBeUndefined()
})

test('a German text gets tags of its own words, and the tags of the site in any of their forms', async () => {
  const text =
    'Der warme Klang der Röhrenverstärker. Die Röhrenverstärker färben den Klang, und viele Gitarren klingen über Röhrenverstärker nicht wie ohne sie. ' +
    'Für eine Gitarre und für den Bass gibt es verschiedene Boxen; die Boxen stehen auf dem Boden, weil der Boden mitschwingt.'
  const subject = {
    about: 'Gitarren',
    categories: [
      { value: 'amps', label: 'Verstärker und Boxen' },
      { value: 'frets', label: 'Über Bünde' },
    ],
  }
  const known = [
    { tag: 'Klänge', count: 3 },
    { tag: 'Gitarre', count: 2 },
    { tag: 'Bünde', count: 1 },
  ]
  const { tags, category } = analyzeText(
    { content: text, contentType: 'article' },
    known,
    subject,
    await textLanguage('de-CH'),
  )
  expect(tags).toEqual(expect.arrayContaining(['Klänge', 'Gitarre', 'röhrenverstärker']))
  expect(tags).not.toContain('Bünde')
  expect(tags.join(' ')).not.toMatch(/\b(?:und|der|die|für|über|auf|dem)\b/)
  expect(category).toBe('amps')
})
