import { isTimeZone } from '#domain/dates.ts'
import { isRecord } from '#domain/is-record.ts'
import { isLanguageTag, languageFault } from '#domain/site/language-fault.ts'
import { type Subject, subjectOf } from '#domain/site/subject.ts'
import { type SiteSettings, siteSettings } from '#domain/site-settings.ts'
import { messageOf } from '../../platform/errors.ts'
import { readText } from '../frontmatter/frontmatter.ts'
import { type Fault, lineOf, parseSafeYaml, YamlFault } from '../frontmatter/safe-yaml.ts'

/** The defaults for values that are missing or wrong in `site.yaml`, by its subject. */
const defaultSettings: Readonly<Record<Subject, SiteSettings>> = {
  default: siteSettings.parse({
    name: 'Session Notes',
    tagline: 'Practical Ableton Live craft, one technique at a time',
    description: 'Tips, news and a weekly newsletter about making music with Ableton Live.',
    disclaimer:
      'An independent site, not affiliated with, endorsed by or sponsored by Ableton AG. Ableton, Live and Push are trademarks of Ableton AG.',
    about: 'Tips, news and free downloads for people who make music with Ableton Live.',
  }),
  own: siteSettings.parse({
    name: 'My Site',
    tagline: '',
    description: '',
    disclaimer: '',
    about: '',
    newsIntro: '',
    newslettersIntro: '',
  }),
}

/** The names of sites that nobody has named. */
export const startingNames: ReadonlySet<string> = new Set(
  Object.values(defaultSettings).map(({ name }) => name),
)

const maxSettingsBytes = 64 * 1024

/**
 * Reads `site.yaml` (null when the file is missing). Never throws: a wrong value is reported as a
 * fault and replaced with the default.
 */
export function readSettings(bytes: Uint8Array | null): {
  settings: SiteSettings
  faults: Array<Fault>
} {
  if (!bytes)
    return {
      settings: defaultSettings.default,
      faults: [{ line: 1, message: 'The file is missing; defaults are used' }],
    }
  const faulty = (line: number, message: string) => ({
    settings: defaultSettings.default,
    faults: [{ line, message }],
  })
  if (bytes.byteLength > maxSettingsBytes) return faulty(1, 'The file is larger than 64 KB')
  const text = readText(bytes)
  if (typeof text !== 'string') return { settings: defaultSettings.default, faults: [text.fault] }
  try {
    const { data, lines } = parseSafeYaml(text)
    return checkSettings(data, lines)
  } catch (error) {
    if (error instanceof YamlFault) return faulty(error.line, error.message)
    return faulty(1, `The file can't be read: ${messageOf(error)}`)
  }
}

function checkSettings(data: object, lines: ReadonlyMap<string, number>) {
  let given: Given = Object.fromEntries(Object.entries(data).filter(([, value]) => value !== null))
  const faults: Array<Fault> = []
  const language = typeof given.language === 'string' ? given.language : 'en'
  // The texts of the specification's site are English.
  const defaults = defaultSettings[/^en\b/i.test(language) ? subjectOf(given) : 'own']
  const unknown = languageFault(language, given.texts)
  if (unknown !== null) faults.push({ line: lines.get('language') ?? 1, message: unknown })
  if (!isLanguageTag(language)) given.language = defaults.language
  if (typeof given.timeZone === 'string' && !isTimeZone(given.timeZone)) {
    faults.push({
      line: lines.get('timeZone') ?? 1,
      message: `Unknown time zone '${given.timeZone}'; UTC is used`,
    })
    given.timeZone = defaults.timeZone
  }
  // What is left without a faulty value may have other faults, such as two fields with one key.
  for (;;) {
    const result = siteSettings.safeParse({ ...defaults, ...given })
    if (result.success) return { settings: result.data, faults }
    const left = new Set<string>()
    for (const issue of result.error.issues) {
      const path = issue.path.map(String)
      faults.push({
        line: lineOf(lines, path),
        message: `${path.join('.')}: ${issue.message}`,
      })
      // Two faults of one value, such as a color that can be read in neither theme.
      if (left.has(path.join('.'))) continue
      left.add(path.join('.'))
      given = without(given, path)
    }
    given = withoutGaps(given) as Given
  }
}

type Given = Record<string, unknown>

/**
 * Takes a faulty value out: of a list the whole entry, whose place stays until all faults are
 * known.
 */
function without(given: Given, [name = '', ...inner]: ReadonlyArray<string>): Given {
  const { [name]: value, ...others } = given
  const [at = ''] = inner
  if (Array.isArray(value) && at !== '') return { ...others, [name]: value.with(Number(at), null) }
  if (isRecord(value) && at in value) return { ...others, [name]: without(value, inner) }
  return others
}

function withoutGaps(value: unknown): unknown {
  if (Array.isArray(value)) return value.filter((entry) => entry !== null)
  if (!isRecord(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, withoutGaps(inner)]),
  )
}
