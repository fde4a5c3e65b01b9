/** Replaces the range from `from` to `to`; one character of the text stands for one byte. */
interface Edit {
  from: number
  to: number
  text: string
}

/**
 * Corrects wrong charset labels of a mail, in the headers of its parts and in encoded words; the
 * bytes of the texts stay. Raw 8-bit header text is converted to UTF-8, which the parser expects.
 * Needed because the parser trusts every label.
 */
export function withTrueCharsets(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const mail = lettersOf(bytes)
  const lines = boundaryLines(mail)
  const edits = [
    ...partEdits(mail, 0, lines[0]?.from ?? mail.length, 0),
    ...lines.flatMap(({ to, closes }, index) =>
      closes ? [] : partEdits(mail, to, lines[index + 1]?.from ?? mail.length, null),
    ),
  ]
  return edits.length === 0 ? bytes : bytesOf(edited(mail, edits))
}

/** Limits of nested mails and of header length; `readMail` refuses what exceeds them. */
const deepest = 10
const longestHead = 512 * 1024

/**
 * Edits of one part: its header and body up to `end`. `depth`: nesting level of this mail; null for
 * a part that is not a mail.
 */
function partEdits(mail: string, at: number, end: number, depth: number | null): Array<Edit> {
  const whole = mail.slice(at, end)
  const gap = /(?:^|\r?\n)\r?\n/.exec(whole)
  if (!gap || gap.index > longestHead) return []
  const head = whole.slice(0, gap.index)
  const body = gap.index + gap[0].length
  const type = fieldOf(head, 'content-type')
  const kind = /[^\s;]+/.exec(type?.value ?? 'text/plain')?.[0].toLowerCase() ?? ''
  const coding = fieldOf(head, 'content-transfer-encoding')?.value.trim().toLowerCase() ?? ''
  const edits = depth === null ? [] : headEdits(head, at)
  if (kind === 'message/rfc822' && (depth ?? 0) < deepest)
    return [...edits, ...partEdits(mail, at + body, end, (depth ?? 0) + 1)]
  if (!kind.startsWith('text/')) return edits
  const label = /;\s*charset\s*=\s*(?:"([^"]*)"|([^\s;"]+))/i.exec(type?.value ?? '')
  const charset = trueCharset(label?.[1] ?? label?.[2] ?? null, decoded(whole.slice(body), coding))
  if (charset === null) return edits
  const from = at + (type && label ? type.at + label.index : (type?.end ?? 0))
  const text = type ? `; charset=${charset}` : `Content-Type: text/plain; charset=${charset}\r\n`
  return [...edits, { from, to: from + (label?.[0].length ?? 0), text }]
}

/** Adjacent encoded words of one charset (RFC 2047): a character may be split between them. */
const encodedWords = /=\?([^?\s]+)\?[bq]\?[^?\s]*\?=(?:\s+=\?\1\?[bq]\?[^?\s]*\?=)*/gi
const encodedWord = /=\?([^?\s]+)\?([bq])\?([^?\s]*)\?=/gi

function headEdits(head: string, at: number): Array<Edit> {
  const edits: Array<Edit> = []
  for (const run of head.matchAll(encodedWords)) {
    const words = [...run[0].matchAll(encodedWord)]
    const bytes = words.map(([, , kind, text = '']) =>
      lettersOf(decoded(text, kind?.toLowerCase() === 'b' ? 'base64' : 'quoted-printable')),
    )
    const [declared = ''] = (run[1] ?? '').split('*')
    const charset = trueCharset(declared, bytesOf(bytes.join('')))
    if (charset === null) continue
    for (const word of words) {
      const from = at + run.index + word.index + '=?'.length
      edits.push({ from, to: from + (word[1]?.length ?? 0), text: charset })
    }
  }
  let lineAt = at
  for (const line of head.split('\n')) {
    if (trueCharset(null, bytesOf(line)) !== null)
      for (const bare of line.matchAll(/[\x80-\xff]+/g)) {
        const from = lineAt + bare.index
        const text = new TextDecoder('windows-1252').decode(bytesOf(bare[0]))
        edits.push({
          from,
          to: from + bare[0].length,
          text: lettersOf(new TextEncoder().encode(text)),
        })
      }
    lineAt += line.length + 1
  }
  return edits
}

/** Position and unfolded value of a header field. */
function fieldOf(head: string, name: string): { at: number; end: number; value: string } | null {
  const found = new RegExp(`(?:^|\\n)${name}[ \\t]*:([^\\n]*(?:\\n[ \\t][^\\n]*)*)`, 'i').exec(head)
  if (!found) return null
  const raw = found[1] ?? ''
  const at = found.index + found[0].length - raw.length
  return { at, end: at + raw.trimEnd().length, value: raw.replace(/[\r\n]/g, ' ') }
}

/** Positions of the boundary lines of all multipart levels. */
function boundaryLines(mail: string): Array<{ from: number; to: number; closes: boolean }> {
  const names = new Set<string>()
  for (const [, quoted, bare] of mail.matchAll(
    /boundary\s*=\s*(?:"([^"\r\n]{1,200})"|([^\s;"]{1,200}))/gi,
  ))
    names.add((quoted ?? bare ?? '').trimEnd())
  if (names.size === 0) return []
  return [...mail.matchAll(/(?:^|\r?\n)--([^\r\n]{1,210})(?:\r?\n|$)/g)].flatMap((line) => {
    const name = (line[1] ?? '').trimEnd()
    const closes = !names.has(name)
    if (closes && !(name.endsWith('--') && names.has(name.slice(0, -2)))) return []
    return [{ from: line.index, to: line.index + line[0].length, closes }]
  })
}

/** Decodes a transfer encoding as far as possible. */
function decoded(text: string, coding: string): Uint8Array<ArrayBuffer> {
  if (coding === 'quoted-printable') {
    const joined = text.replace(/=[ \t]*\r?\n/g, '')
    return bytesOf(
      joined.replace(/=([\da-f]{2})/gi, (_, hex: string) =>
        String.fromCharCode(Number.parseInt(hex, 16)),
      ),
    )
  }
  if (coding !== 'base64') return bytesOf(text)
  const signs = text.replace(/[^A-Za-z0-9+/]/g, '')
  return bytesOf(atob(signs.slice(0, signs.length - (signs.length % 4 === 1 ? 1 : 0))))
}

function edited(mail: string, edits: Array<Edit>): string {
  let result = ''
  let at = 0
  for (const edit of edits.sort((one, other) => one.from - other.from)) {
    result += mail.slice(at, edit.from) + edit.text
    at = edit.to
  }
  return result + mail.slice(at)
}

/** Converts bytes to a string with one character per byte. */
export function lettersOf(bytes: Uint8Array): string {
  const pieces: Array<string> = []
  for (let at = 0; at < bytes.length; at += 8192)
    pieces.push(String.fromCharCode(...bytes.subarray(at, at + 8192)))
  return pieces.join('')
}

export function bytesOf(letters: string): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(letters.length)
  for (let at = 0; at < letters.length; at += 1) bytes[at] = letters.charCodeAt(at)
  return bytes
}

/** Labels that mails often use for UTF-8 text: single-byte charsets and unknown ones. */
const narrow =
  /^(?:us-ascii|ascii|ansi_x3\.4-1968|iso[-_]?8859[-_]1|latin-?1|l1|cp819|(?:x-)?cp1252|windows-1252|unknown-8bit|x-unknown)$/i
const utf8 = /^(?:utf-?8|unicode-1-1-utf-8)$/i

/**
 * Corrects the charset of a text when its label is certainly wrong; null when the label may be
 * right. `declared` is null without a label, which means UTF-8. Two cases are certain: text with a
 * single-byte label that is valid UTF-8 throughout, and text with a UTF-8 label that contains no
 * valid UTF-8 sequence.
 */
function trueCharset(
  declared: string | null,
  bytes: Uint8Array<ArrayBuffer>,
): 'utf-8' | 'windows-1252' | null {
  if (declared !== null && narrow.test(declared.trim()))
    return lettersOfUtf8(bytes) === 'all' ? 'utf-8' : null
  if (declared !== null && !utf8.test(declared.trim())) return null
  return lettersOfUtf8(bytes) === 'none' ? 'windows-1252' : null
}

/** How many of the non-ASCII bytes are valid UTF-8; null when there are none. */
function lettersOfUtf8(bytes: Uint8Array<ArrayBuffer>): 'all' | 'some' | 'none' | null {
  if (bytes.every((byte) => byte < 0x80)) return null
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return 'all'
  } catch {
    // Text with some damaged bytes is still UTF-8.
    const rest = new TextDecoder('utf-8', { ignoreBOM: true })
      .decode(bytes)
      .replaceAll('\ufffd', '')
    return [...rest].some((letter) => letter > '\x7f') ? 'some' : 'none'
  }
}
