/**
 * The words by which generators, note programs and writers say that a text is not for the public: those of Jekyll, Hugo, Hexo, Eleventy, Docusaurus,
 * Zola, Pelican, Nikola, Lektor, Grav, Ghost, WordPress, Obsidian and Notion, and what people make of them. Names are compared without signs and capitals.
 */
const no = /^(?:false|no|n|off|0|never|none)$/
const yes = /^(?:true|yes|y|on|1)$/
const states =
  /^(?:drafts?|private|pending|unpublished|unlisted|hidden|ideas?|wip|inprogress|inreview|review|needsreview|todo|notstarted|trash(?:ed)?|archived?|deleted|inactive|disabled|internal|confidential|secret|personal|members?|paid|subscribers?|tiers|onlypaid|password|protected|never|skip)$/

/** Keys whose `false` keeps a text back. */
const open = [
  ...[
    'published',
    'publish',
    'public',
    'ispublished',
    'ispublic',
    'dgpublish',
    'visible',
    'isvisible',
    'live',
    'online',
  ],
  ...['active', 'enabled', 'listed', 'discoverable', 'routable', 'render', 'output', 'permalink'],
]
/** Keys whose `true` keeps a text back. */
const closed = [
  ...[
    'draft',
    'drafts',
    'isdraft',
    'private',
    'isprivate',
    'hidden',
    'ishidden',
    'hide',
    'unlisted',
    'unpublished',
    'unpublish',
  ],
  ...[
    'wip',
    'workinprogress',
    'secret',
    'confidential',
    'personal',
    'internal',
    'nopublish',
    'dontpublish',
    'donotpublish',
  ],
  ...['archived', 'trashed', 'deleted', 'disabled', 'exclude', 'excluded', 'ignore', 'eleventyexcludefromcollections'],
]
/** Keys whose value names a state. */
const named = [
  ...['status', 'poststatus', 'state', 'stage', 'workflow', 'visibility', 'access', 'audience', 'privacy', 'sharing'],
  ...['publishstatus', 'publishedstatus', 'publicationstatus', 'publishstate', 'permission', 'permissions'],
]
/** Keys with which a text is for those who know a word. */
const secrets = ['password', 'postpassword']
/** Hugo's map of what is built of a text. */
const builds = ['build']

type Test = (value: unknown) => boolean
const plain = (value: unknown) => String(value).trim().toLowerCase()
const isState: Test = (value) => states.test(plain(value).replace(/[\s_-]/g, ''))
const isScalar = (value: unknown) => ['string', 'boolean', 'number'].includes(typeof value)
const tests = new Map<string, Test>([
  ...open.map((name): [string, Test] => [name, (value) => no.test(plain(value)) || isState(value)]),
  ...closed.map((name): [string, Test] => [name, (value) => yes.test(plain(value)) || isState(value)]),
  ...named.map((name): [string, Test] => [name, isState]),
  // Elsewhere the type of a text is what it is, such as a review.
  ['type', (value) => /^(?:draft|private)$/.test(plain(value))],
  ...secrets.map((name): [string, Test] => [name, (value) => plain(value) !== '']),
])

/** The key of a frontmatter that keeps a text back; null when there is none. `own` are the names of fields that mean something else on this site. */
export function keptBackBy(
  data: Readonly<Record<string, unknown>>,
  own: ReadonlySet<string> = new Set(),
): string | null {
  for (const [key, value] of Object.entries(data)) {
    if (own.has(key)) continue
    const name = key.toLowerCase().replace(/[^a-z]/g, '')
    if (isScalar(value) && tests.get(name)?.(value)) return key
    if (builds.includes(name) && typeof value === 'object' && value !== null && 'render' in value)
      if (no.test(plain(value.render))) return key
  }
  return null
}
