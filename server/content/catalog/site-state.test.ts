import fc from 'fast-check'
import { expect, test } from 'vitest'
import { contentTypes } from '#domain/content.ts'
import { blobId } from '../../platform/object-id.ts'
import { type FileRecord, recordOf } from '../read/file-record.ts'
import { plainRules } from '../read/reading-rules.ts'
import { readSettings } from '../read/settings.ts'
import { buildSiteState, nextSiteState, type SiteState } from './site-state.ts'

const { settings, faults: settingsFaults } = readSettings(null)
const times = new Map<string, number>()
const firstMoment = Date.parse('2026-11-21T12:00:00Z')
const day = 86_400_000

const names = ['one', 'two', 'three', 'four', 'five', 'six']
const paths = [...names.map((name) => `articles/${name}.md`), 'news/first.md', 'news/second.md']
const fileText = fc
  .record({
    id: fc.option(fc.integer({ min: 1, max: 6 })),
    slug: fc.option(fc.constantFrom(...names)),
    day: fc.option(fc.integer({ min: -3, max: 3 })),
    draft: fc.boolean(),
    category: fc.constantFrom('mixing', 'recording', 'sound-design'),
    series: fc.option(fc.constantFrom('Drums', 'drums', 'Bass')),
    aliases: fc.subarray(['/old', '/older', '/article/one', '/mixing-tips']),
    body: fc.constantFrom('Body', 'Another body'),
  })
  .map(({ id, slug, day: offset, draft, category, series, aliases, body }) =>
    [
      '---',
      'title: T',
      'excerpt: E',
      `category: ${category}`,
      ...(id === null ? [] : [`id: ${id}`]),
      ...(slug === null ? [] : [`slug: ${slug}`]),
      ...(offset === null
        ? []
        : [`publishedAt: ${new Date(firstMoment + offset * day).toISOString()}`]),
      ...(draft ? ['draft: true'] : []),
      ...(series === null ? [] : [`series: ${series}`]),
      `aliases: ${JSON.stringify(aliases)}`,
      '---',
      body,
    ].join('\n'),
  )
const articleWith = (slug: string, id: number) =>
  `---\ntitle: T\nexcerpt: E\ncategory: mixing\nid: ${id}\nslug: ${slug}\npublishedAt: 2026-11-18\naliases: [/old-${slug}]\n---\nBody`

/** Files that change at once, null for a deleted one, and the days that pass before. */
const step = fc.record({
  days: fc.constantFrom(0, 0, 0, 1, 2),
  files: fc.dictionary(fc.constantFrom(...paths), fc.option(fileText), { maxKeys: 4 }),
})

function recordAt(path: string, text: string): FileRecord {
  const bytes = Buffer.from(text)
  const file = { path, blob: blobId(bytes), kind: 'file' as const }
  return recordOf(file, { bytes, size: bytes.length }, plainRules)
}

/** What visitors and administrators see of a state. */
function seen(state: SiteState) {
  const groups = (of: SiteState['articlesByCategory']) =>
    Object.fromEntries(
      [...of.get()].map(([name, records]) => [name, records.map(({ path }) => path)]),
    )
  const lists = contentTypes.map((type) => ({
    all: state[type].all.map(({ path }) => path),
    published: state[type].published.map(({ path }) => path),
    next: state[type].nextAppearance,
  }))
  return {
    lists,
    categories: groups(state.articlesByCategory),
    series: groups(state.articlesBySeries),
    tags: state.tagCounts.get(),
    redirects: Object.fromEntries(state.redirects.get().redirects),
    derived: Object.fromEntries(state.derivedAddresses.get()),
    related: state.articles.published.map((record) =>
      state.related
        .get()
        .find(record)
        .map(({ path }) => path),
    ),
    problems: state.problems.get(),
  }
}

/** Two items have one id, until one of them gets another. */
const idFreed = (
  [
    ['three', 1],
    ['one', 1],
    ['three', 2],
  ] as const
).map(([name, id]) => ({
  days: 0 as const,
  files: { [`articles/${name}.md`]: articleWith(name, id) },
}))

test('a state after any changes and any time is the one that is built from all files', () => {
  fc.assert(
    fc.property(fc.array(step, { minLength: 1, maxLength: 8 }), (steps) => {
      let now = new Date(firstMoment)
      let records: ReadonlyMap<string, FileRecord> = new Map()
      let state = buildSiteState({ records, settings, settingsFaults, times, now })
      seen(state)
      for (const { days, files } of steps) {
        now = new Date(now.getTime() + days * day)
        const next = new Map(records)
        for (const [path, text] of Object.entries(files)) {
          next.delete(path)
          if (text !== null) next.set(path, recordAt(path, text))
        }
        records = next
        const parts = { records, settings, settingsFaults, times, now }
        state = nextSiteState(state, parts, Object.keys(files))
        expect(seen(state)).toEqual(seen(buildSiteState(parts)))
      }
    }),
    { numRuns: 30 * Number(import.meta.env.PROPERTY_TIMES ?? 1), examples: [[idFreed]] },
  )
})
