import { readSpelledDate } from '../date-spellings.ts'
import { isRecord } from '../is-record.ts'

/**
 * The words by which generators, note programs and writers say that a text is not for the public:
 * those of Jekyll, Hugo, Hexo, Eleventy, Docusaurus, Zola, Pelican, Nikola, Lektor, Grav, Ghost,
 * WordPress, Obsidian and Notion, and what people make of them. Names are compared without signs
 * and capitals. A text that is scheduled has a date, which decides.
 */
const no =
  /^(?:false|f|no|n|off|0|never|none|later|tbd|not(?: yet| now)?|nein|noch nicht|non|pas encore|nope|нет|ещ[её] нет|否|いいえ|아니[오요]|✗|✘)$|^(?:no|nein|never|false)[,.!]/
const yes =
  /^(?:true|t|yes|y|on|1|x|ja|oui|s[ií]|да|是|はい|예|네|✓|✔|✅)$|^(?:yes|ja|oui|true|да)[\s,.!]/
const states =
  /^(?:drafts?|autodraft|indraft|entwurf|brouillon|borrador|bozza|rascunho|concept|kladde|utkast|szkic|taslak|черновик|чернетка|草稿|下書き|초안|private|privat[oe]?|privé|приватно|скрыто|非公開|非公开|비공개|unveröffentlicht|nonpublic|pending|unpublished|unlisted|hidden|ideas?|idee|idée|wip|inprogress|inreview|review|needsreview|toreview|(?:under|awaiting)review|needswork|onhold|rejected|withdrawn|embargoed|unapproved|not(?:approved|final)|editing|inediting|unfinished|incomplete|inbox|backlog|todo|notstarted|notready|trash(?:ed)?|archived?|deleted|inactive|disabled|internal|restricted|confidential|secret|personal|(?:only|just)me|owner|nobody|noone|team|staff|friends|followers|admins?|loggedin|(?:me|members?|subscribers?|paid)only|members?|premium|paid|subscribers?|(?:specific)?tiers|onlypaid|password|protected|never|skip)$/
/** Words with which a longer state keeps a text back, as in `🔴 Draft (unfinished)`. */
const stateWords =
  /(?<!\p{L})(?:drafts?|private|unpublished|unlisted|hidden|wip|(?:not|never)[\s_-](?:yet[\s_-])?(?:published|public|ready)|(?:do not|don['’]t)[\s_-]publish)(?!\p{L})/u

/** Keys whose `false` keeps a text back. */
const open =
  /^(?:(?:is)?(?:published|public|visible|live|online|active|enabled|listed|shown|displayed|discoverable|routable)|publishable|(?:dg|to)?publish(?:toweb)?|(?:is)?ready(?:to|for)?(?:publish(?:ing)?)?|enable|show|display|render|output|permalink|(?:ver)?öffentlich(?:t|en)?|sichtbar|publi[ée]|publi(?:cado|car)|público|pubblic(?:ato|o)|опубликован[оа]?|публичн(?:о|ый|ая)|公開|公开|发布|發布|已发布|已發布|게시|공개)$/
/** Keys whose `true` keeps a text back. */
const closed =
  /^(?:(?:is)?(?:drafts?|private|hidden|unlisted|unpublished|wip|workinprogress|secret|confidential|personal|internal|archived|trash(?:ed)?|deleted|disabled|expired|restricted|protected|premium|offline|excluded?)|draftmode|entwurf|brouillon|borrador|bozza|rascunho|(?:members?|subscribers?|paid|staff|team|admins?|internal|friends)only|notforpublication|headless|(?:hide|hidden|excluded?)fromsite|hide|unpublish|ignored?|skip(?:build)?|(?:no|dont|donot)publish|eleventyexcludefromcollections|privat[oe]?|privé|versteckt|verborgen|geheim|caché|oculto|nascosto|черновик|чернетка|скрыто|скрытый|приватно|приватный|草稿|初稿|下書き|非公開|非公开|隐藏|초안|비공개)$/
/** Keys whose value names a state. */
const named =
  /^(?:(?:post|page|article|note|content|wp|wordpress|publish|published|publication|review|moderation|workflow|editorial)?stat(?:us|e)|publication|stage|workflow|visibility|access|audience|privacy|sharing|permissions?|statut|stato|estado|estatus|sichtbarkeit|visibilité|visibilidad|статус|видимость|状态|狀態|状態|ステータス|상태)$/
/**
 * Keys with a date before which a text is not public, beside that which it shows: `publishDate` of
 * Hugo, `publish_on` of Drupal, `go_live_at` of Wagtail, `publish_up` of Joomla, `embargo` of
 * SilverStripe.
 */
const begins =
  /^(?:publish(?:date|on|at|after|from|up)|scheduled?(?:at|for|on|date)?|releasedate|embargo(?:ed)?(?:until|date)?|goliv(?:e|edate|eat|eon)|(?:visible|available|public)(?:from|after)|(?:hidden|private|draft)until|notbefore)$/
/**
 * Keys with a date after which it is not: `expiryDate` of Hugo, `unpublish_on` of Drupal,
 * `expire_at` of Wagtail, `publish_down` of Joomla.
 */
const ends =
  /^(?:expir(?:y|e|es|ed|ation)(?:date|at|on)?|unpublish(?:date|at|on)|(?:publish|visible|available|public)(?:until|to)|publish(?:down|end)|notafter)$/
/** Keys with which a text is for those who know a word. */
const secret = /^(?:post)?password$/

/** The usual names of such keys, for those who mistype one. */
export const usualKeptBackKeys: ReadonlyArray<string> = [
  'draft',
  'published',
  'status',
  'visibility',
  'private',
  'hidden',
]

type Frontmatter = Readonly<Record<string, unknown>>

/** Whether a key says for whom a text is, whatever its value. */
export function namesAudience(key: string): boolean {
  const name = plainKey(key)
  return [open, closed, named, secret].some((names) => names.test(name))
}

/** The key with a date before which a text is not public, if that is later than `date`. */
export function opensLater(data: Frontmatter, date: unknown, own?: ReadonlySet<string>) {
  const isLater = (key: string) => begins.test(plainKey(key)) && timeOf(data[key]) > timeOf(date)
  return Object.keys(data).find((key) => isLater(key) && !own?.has(key)) ?? null
}

/** The milliseconds of a date, to compare it with others; NaN for none. */
function timeOf(value: unknown): number {
  return Number(readSpelledDate(String(value), 'UTC') ?? Number.NaN)
}

/**
 * The key of a frontmatter that keeps a text back; null when there is none. `own` are the names of
 * fields that mean something else on this site.
 */
export function keptBackBy(
  data: Frontmatter,
  now: number,
  own?: ReadonlySet<string>,
): string | null {
  return Object.keys(data).find((key) => !own?.has(key) && keepsBack(key, data[key], now)) ?? null
}

function keepsBack(key: string, value: unknown, now: number): boolean {
  const name = plainKey(key)
  // Hugo says in a map what is built of a text.
  if (name === 'build' && isRecord(value)) return /^(?:false|never|link)$/.test(plain(value.render))
  if (Array.isArray(value)) return value.some((one) => keepsBack(key, one, now))
  const word = plain(value)
  if (ends.test(name) && timeOf(value) < now) return true
  const isState = states.test(word.replace(/[\s_-]/g, ''))
  if (open.test(name)) return no.test(word) || isState
  if (closed.test(name)) return yes.test(word) || isState
  if (named.test(name))
    return isState || (/(?:stat(?:us|e)|visibility)$/.test(name) && stateWords.test(word))
  // The type of a text is mostly what it is, such as a review.
  if (name === 'type') return /^(?:draft|private)$/.test(word)
  return secret.test(name) && word !== ''
}

function plainKey(key: string): string {
  return key
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}]/gu, '')
}

function plain(value: unknown): string {
  return typeof value === 'object' ? '' : String(value).trim().toLowerCase()
}
