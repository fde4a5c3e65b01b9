/** The author or committer of a commit. */
export interface Person {
  name: string
  email: string
}

/** The person in git's settings. */
export function personOf(config: { get(name: string): string | undefined }): Person {
  return {
    name: config.get('user.name') || 'Session Notes',
    email: config.get('user.email') || 'import@localhost',
  }
}

export interface CommitText {
  tree: string
  parents: ReadonlyArray<string>
  author: Person
  committer: Person
  message: string
  time: Date
}

/**
 * A commit as isomorphic-git takes it. Names, addresses and the message are cleaned as git does.
 */
export function commitObject({ tree, parents, author, committer, message, time }: CommitText) {
  return {
    tree,
    parent: [...parents],
    author: signed(author, time),
    committer: signed(committer, time),
    message: cleanMessage(message),
  }
}

/** What git calls a commit by the number of its parents. */
const commitKinds = ['commit (initial)', 'commit', 'commit (merge)']

/** A line of a ref's reflog as git writes it, for a commit or another operation (`what`). */
export function reflogLine(
  before: string | null,
  after: string,
  { committer, message, time, parents }: Omit<CommitText, 'tree'>,
  what = commitKinds[parents.length] ?? 'commit',
): string {
  const subject = cleanMessage(message).split('\n\n', 1)[0]!.trim().replace(/\s+/g, ' ')
  return `${before ?? '0'.repeat(40)} ${after} ${signature(committer, time)}\t${what}: ${subject}\n`
}

function signed({ name, email }: Person, time: Date) {
  const cleanEmail = withoutCrud(email)
  return {
    name: withoutCrud(name) || cleanEmail || 'unknown',
    email: cleanEmail,
    timestamp: Math.floor(time.getTime() / 1000),
    timezoneOffset: time.getTimezoneOffset(),
  }
}

function signature(person: Person, time: Date): string {
  const { name, email, timestamp, timezoneOffset } = signed(person, time)
  const offset = -timezoneOffset
  const minutes = Math.abs(offset)
  const zone = `${offset < 0 ? '-' : '+'}${String(Math.floor(minutes / 60)).padStart(2, '0')}${String(minutes % 60).padStart(2, '0')}`
  return `${name} <${email}> ${timestamp} ${zone}`
}

/**
 * Git's rule for names: no angle brackets and line breaks, and no punctuation or spaces at the
 * ends.
 */
function withoutCrud(text: string): string {
  return text
    .toWellFormed()
    .replace(/[<>\n\r\0]/g, '')
    .replace(/^[\0-\x20.,:;"\\']+/, '')
    .replace(/(?<![\0-\x20.,:;"\\'])[\0-\x20.,:;"\\']+$/, '')
}

/** No spaces at line ends, no empty lines at the ends, one line break after the last line. */
function cleanMessage(message: string): string {
  const lines = message
    .toWellFormed()
    .replaceAll('\0', '')
    .split(/\r\n|\r|\n/)
    .map((line) => line.trimEnd())
  const text = lines
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .replace(/^\n{1,2}|\n{1,2}$/g, '')
  return `${text === '' ? 'Change content' : text}\n`
}
