import { namesOf } from './consent-names.ts'

/**
 * The meaning of one cell. `leaveOut`: the person never agreed, or it is unknown. `nothing`: the
 * cell is not about consent.
 */
export type Reading = 'active' | 'unconfirmed' | 'unsubscribed' | 'leaveOut' | 'nothing'

/** Kind of a consent column. Each kind except `asked` has a set of values that it understands. */
export type ConsentKind = keyof typeof namesOf | 'asked'

/** A column that contains, or may contain, consent. */
export interface ConsentColumn {
  at: number
  /** Name in the file. */
  name: string
  kind: ConsentKind
  /** The column has too many unknown values to ask about each. */
  isText: boolean
}

/** Columns of known exports that are not about consent, although their names suggest it. */
const aboutOther: ReadonlySet<string> = new Set([
  'complimentaryplan',
  'stripecustomerid',
  'memberrating',
  'membersince',
  'memberid',
  'freetier',
  'premiumtier',
  'optintime',
  'optinip',
  'confirmtime',
  'confirmip',
  'confirmedat',
  'unsubcampaigntitle',
  'unsubcampaignid',
  'cleancampaigntitle',
  'cleancampaignid',
  'subscriberid',
  'subscriptionid',
  'newsletterid',
  'unsubscribeurl',
  'consentat',
  'consentpage',
  'consentwording',
  'emailtype',
  'lastactive',
  'lastactiveat',
  'firstpaymentat',
  'subscriptionsource',
  'subscribername',
  'subscriptiondate',
  'subscriptioninterval',
  'vip',
  'preferdigests',
])

const soundsLikeConsent =
  /subscri|unsub|optin|optout|optedin|optedout|consent|permission|gdpr|marketing|newsletter|mailing|mailok|blacklist|blocklist|blocked|suppress|bounc|complain|status|enabled|disabled|inactive|active$|^member|donot|dnc$|spam|cancel|confirm|cleaned|wants|receive|allow|agree|deleted|removed|opposed|objection/

const words: ReadonlyMap<string, Reading> = new Map(
  Object.entries({
    active: [
      'active',
      'subscribed',
      'enabled',
      'confirmed',
      'opted in',
      'opt in',
      'regular',
      'premium',
      'trialed',
      'gifted',
      'churning',
      'unpaid',
      'past due',
      'free',
      'paid',
      'comped',
      'yes',
      'true',
      '1',
      'y',
      't',
      'on',
    ],
    unconfirmed: [
      'unconfirmed',
      'unactivated',
      'pending',
      'not confirmed',
      'unverified',
      'validating',
    ],
    unsubscribed: [
      'unsubscribed',
      'unsubscribe',
      'opted out',
      'opt out',
      'inactive',
      'disabled',
      'blocklisted',
      'blacklisted',
      'blocked',
      'banned',
      'removed',
      'deleted',
      'archived',
      'cancelled',
      'canceled',
      'complained',
      'complaint',
      'spam',
      'spammy',
      'suppressed',
      'cleaned',
      'bounced',
      'bounce',
      'hard bounced',
      'undeliverable',
      'invalid',
      'no',
      'false',
      '0',
      'n',
      'f',
      'off',
    ],
    leaveOut: [
      'nonsubscribed',
      'non subscribed',
      'not subscribed',
      'never subscribed',
      'transactional',
    ],
  }).flatMap(([reading, known]) => known.map((word) => [word, reading as Reading])),
)

const yesOrNo = /^(?:yes|no|true|false|[01ynt]|f|on|off)$/
const emptyLike = /^(?:|null|none|n\/a|never)$/

/** Normalises a column name: lowercase letters and digits. */
export function plainName(name: string): string {
  return name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
}

/** Normalises a cell for comparison and questions; every date becomes `a date`. */
export function plainValue(cell: string): string {
  const plain = cell
    .toLowerCase()
    .replace(/[\s_-]+/g, ' ')
    .trim()
  // MySQL's notation of "no date".
  if (plain.startsWith('0000 00 00')) return ''
  return /^\d{4} \d\d? \d\d?|^\d\d?[./ ]\d\d?[./ ]\d{4}/.test(plain) ? 'a date' : plain.slice(0, 60)
}

/**
 * The kind of a column, from its name and its values (normalised by `plainValue`); null when it is
 * not about consent. An unknown column is `asked` when its name suggests consent, when it contains
 * only yes and no, or when one value is a word such as `unsubscribed`.
 */
export function kindOf(name: string, values: ReadonlySet<string>): ConsentKind | null {
  const plain = plainName(name)
  const known = Object.entries(namesOf).find(([, names]) => names.includes(plain))
  const filled = [...values].filter(Boolean)
  if (known) {
    // In other files a column `state` is a part of the postal address.
    if (plain === 'state' && !filled.some((value) => words.has(value))) return null
    return known[0] as ConsentKind
  }
  if (aboutOther.has(plain) || filled.length === 0) return null
  const speaks =
    soundsLikeConsent.test(plain) ||
    filled.every((value) => yesOrNo.test(value)) ||
    filled.some(
      (value) => value.length > 2 && words.get(value) === 'unsubscribed' && !yesOrNo.test(value),
    )
  return speaks ? 'asked' : null
}

/** The meaning of a value in a column of this kind; null when only a person can tell. */
export function readingOf(kind: ConsentKind, value: string): Reading | null {
  switch (kind) {
    case 'word':
      return value === '' ? 'nothing' : (words.get(value) ?? null)
    case 'wants':
      if (value === '') return 'leaveOut'
      return value === 'a date' ? 'active' : (words.get(value) ?? null)
    case 'confirms':
      return words.get(value) === 'unsubscribed' ? 'unconfirmed' : 'nothing'
    case 'opposes':
      return emptyLike.test(value) || (yesOrNo.test(value) && words.get(value) === 'unsubscribed')
        ? 'nothing'
        : 'unsubscribed'
    case 'pays':
      return words.get(value) === 'active' ? 'active' : null
    case 'asked':
      return null
  }
}

const strongestFirst: ReadonlyArray<Reading> = ['unsubscribed', 'leaveOut', 'unconfirmed']

/** Combines several cells of one person: the most restrictive one counts. */
export function strongest(readings: ReadonlyArray<Reading>): Exclude<Reading, 'nothing'> {
  return (
    (strongestFirst.find((one) => readings.includes(one)) as
      | Exclude<Reading, 'nothing'>
      | undefined) ?? 'active'
  )
}
