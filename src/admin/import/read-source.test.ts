import { describe, expect, it, test } from 'vitest'
import {
  forwardedMail,
  mail,
  mailbox,
  multi,
  nestedMail,
  sampleMails,
} from '../../../tests/mails.ts'
import type { MailDraft } from './mail-draft.ts'
import { type ImportSource, type ReadResult, readSource } from './read-source.ts'

async function all(source: ImportSource): Promise<Array<ReadResult>> {
  const results: Array<ReadResult> = []
  for await (const result of readSource(source)) results.push(result)
  return results
}
const fileOf = (bytes: Uint8Array, name = 'mail.eml'): ImportSource => ({
  kind: 'file',
  file: new File([new Uint8Array(bytes)], name),
})

async function draftOf(source: ImportSource): Promise<MailDraft> {
  const [result] = await all(source)
  if (result?.kind !== 'draft') throw new Error(JSON.stringify(result))
  return result.draft
}
const reasonOf = async (source: ImportSource) => {
  const [result] = await all(source)
  return result?.kind === 'refused' ? result.message : 'read'
}

test.each(sampleMails)('$name becomes a newsletter', async (sample) => {
  const draft = await draftOf(fileOf(sample.bytes))
  expect(draft.title).toBe(sample.title)
  for (const text of sample.holds) expect(draft.markdown).toContain(text)
  for (const text of sample.lacks ?? []) expect(draft.markdown).not.toContain(text)
  if (sample.images !== undefined) expect(draft.images).toHaveLength(sample.images)
  if (sample.trackers !== undefined) expect(draft.dropped.trackers).toBe(sample.trackers)
  if (sample.footers !== undefined) expect(draft.dropped.footers).toBe(sample.footers)
  expect(draft.issueNumber).toBe(sample.issue ?? null)
  expect(draft.date).toBe('2026-01-02T08:30:00.000Z')
  expect(draft.description).not.toBe('')
  expect(draft.markdown).toMatch(/\S\n$/)
})

test('a mail is known by its Message-ID, one without by what it says', async () => {
  const ids = await Promise.all(
    sampleMails.map(
      async ({ bytes }) => [await draftOf(fileOf(bytes)), await draftOf(fileOf(bytes))] as const,
    ),
  )
  expect(ids.every(([first, second]) => first.messageId === second.messageId)).toBe(true)
  expect(new Set(ids.map(([{ messageId }]) => messageId)).size).toBe(sampleMails.length)
  expect(ids.map(([{ messageId }]) => messageId)).toContain('<out@look>')
  expect(ids.filter(([{ messageId }]) => messageId.startsWith('hash:'))).toHaveLength(1)
})

test('every mail of a mailbox is read, with lines that begin with From', async () => {
  const quoting = mail(
    { Subject: 'Quoting' },
    { type: 'text/plain', body: 'my_kit_2 &amp; more\r\n\r\nFrom here on it is easy.\r\n' },
  )
  const results = await all(
    fileOf(mailbox([...sampleMails.map(({ bytes }) => bytes), quoting]), 'box.mbox'),
  )
  expect(results).toHaveLength(sampleMails.length + 1)
  const drafts = results.flatMap((result) => (result.kind === 'draft' ? [result.draft] : []))
  expect(drafts.map(({ title }) => title)).toEqual([
    ...sampleMails.map(({ title }) => title),
    'Quoting',
  ])
  expect(drafts.at(-1)).toMatchObject({
    description: 'my_kit_2 & more',
    markdown: expect.stringContaining('\nFrom here on it is easy.'),
  })
})

describe('a label that can’t be true', () => {
  const words = 'Schöne Grüße – aus dem “Übungsraum”, 5 €.'
  const utf8 = Buffer.from(words)
  const cp1252 = Buffer.from(
    words.replace(
      /[–“”€]/g,
      (sign) => ({ '–': '\x96', '“': '\x93', '”': '\x94', '€': '\x80' })[sign] ?? '',
    ),
    'latin1',
  )
  const read = async (
    type: string,
    body: Buffer,
    coding: '8bit' | 'base64' | 'quoted-printable' = '8bit',
  ) => (await draftOf(fileOf(mail({ Subject: 'Labels' }, { type, coding, body })))).markdown

  it.each([
    ['text/plain; charset=us-ascii', utf8, '8bit'],
    ['text/plain; charset="iso-8859-1"', utf8, '8bit'],
    ['text/plain;\r\n\tformat=flowed;\r\n\tcharset=ISO-8859-1', utf8, 'base64'],
    ['text/html; charset=windows-1252', utf8, 'quoted-printable'],
    ['text/plain; charset=utf-8', cp1252, '8bit'],
    ['text/html; charset="UTF-8"', cp1252, 'base64'],
    ['text/plain; charset=utf8; format=flowed', cp1252, 'quoted-printable'],
    ['text/plain', cp1252, '8bit'],
    ['text/plain', utf8, '8bit'],
    ['text/plain; charset=utf-8', utf8, 'base64'],
    ['text/plain; charset=iso-8859-1', cp1252, 'quoted-printable'],
  ] as const)('is corrected, and others are believed: %s', async (type, body, coding) => {
    expect(await read(type, body, coding)).toBe(`${words}\n`)
  })

  it('is looked for in each part, and in mails within mails', async () => {
    const inner = mail(
      { Subject: 'Inner' },
      { type: 'text/plain; charset=us-ascii', coding: '8bit', body: utf8 },
    )
    const parts = multi('mixed', 'outer', [
      { type: 'text/plain; charset=utf-8', coding: '8bit', body: cp1252 },
      {
        type: 'text/plain; charset=koi8-r',
        coding: '8bit',
        body: Buffer.from([0xf0, 0xd2, 0xc9, 0xd7, 0xc5, 0xd4]),
      },
      { type: 'message/rfc822', body: inner },
    ])
    const { markdown } = await draftOf(fileOf(mail({ Subject: 'Parts' }, parts)))
    expect(markdown.split(words)).toHaveLength(3)
    expect(markdown).toContain('Привет')
  })

  it('leaves a text that is UTF-8 but for a damaged place as it is', async () => {
    expect(
      await read('text/plain; charset=utf-8', Buffer.concat([utf8, Buffer.from([0xc3])])),
    ).toContain(words)
  })

  it.each([
    ['=?us-ascii?Q?Gr=C3=BC=C3=9Fe?=', 'Grüße'],
    ['=?iso-8859-1?B?R3LDvMOfZQ==?=', 'Grüße'],
    ['=?utf-8?Q?Gr=FC=DFe?= aus =?iso-8859-1?Q?K=F6ln?=', 'Grüße aus Köln'],
    ['=?utf-8?Q?Gr=C3?= =?utf-8?Q?=BC=C3=9Fe?=', 'Grüße'],
    ['Gr\xfc\xdfe \x96 bare', 'Grüße – bare'],
    ['Gr\xc3\xbc\xc3\x9fe bare', 'Grüße bare'],
  ])('of a subject is corrected as well: %j', async (subject, title) => {
    const bytes = Buffer.from(
      `From: a@b.example\r\nSubject: ${subject}\r\n\r\nWords.\r\n`,
      'latin1',
    )
    expect((await draftOf(fileOf(bytes))).title).toBe(title)
  })
})

describe('what is pasted', () => {
  const pasted = (text: string) => draftOf({ kind: 'pasted', text })
  it('may be HTML', async () => {
    const draft = await pasted(
      '<html><head><title>Hall</title></head><body><h1>Hall</h1><p>Words.</p></body></html>',
    )
    expect([draft.title, draft.markdown]).toEqual(['Hall', '# Hall\n\nWords.\n'])
  })
  it('may be text', async () => {
    const draft = await pasted('Short words first.\n\n* one\n* two\n')
    expect([draft.title, draft.markdown]).toEqual([
      'Short words first.',
      'Short words first.\n\n* one\n* two\n',
    ])
  })
  it('may be a whole mail with its headers', async () => {
    const draft = await pasted(sampleMails[0]?.bytes.toString() ?? '')
    expect(draft.title).toBe('Plain words')
  })
})

describe('a clear answer is given for', () => {
  it('a mail of 26 MB, alone and in a mailbox, whose other mails are read', async () => {
    const words = Buffer.alloc(26 * 1024 * 1024, `${'some words '.repeat(7)}\r\n`)
    expect(await reasonOf(fileOf(words))).toBe('This mail has 26 MB; at most 25 MB are read.')
    const box = mailbox([sampleMails[0]?.bytes ?? Buffer.alloc(0)])
    const results = await all(
      fileOf(Buffer.concat([box, box, words, Buffer.from('\n\n'), box]), 'box.mbox'),
    )
    expect(results.map(({ kind }) => kind)).toEqual(['draft', 'refused', 'draft'])
  })
  it('parts nested 50 deep', async () => {
    expect(await reasonOf(fileOf(nestedMail(50)))).toBe(
      'This mail is nested more than 30 parts deep and is not read.',
    )
    expect(await reasonOf(fileOf(nestedMail(20)))).toBe('read')
  })
  it('mails within mails 50 deep', async () => {
    expect(await reasonOf(fileOf(forwardedMail(50)))).toMatch(/^This mail /)
    expect(await reasonOf(fileOf(forwardedMail(2)))).toBe('read')
  })
  it('HTML nested deeper than any text', async () => {
    const html = `${'<div>'.repeat(3000)}deep${'</div>'.repeat(3000)}`
    const deep = mail({ Subject: 'Deep' }, { type: 'text/html', body: html })
    expect(await reasonOf(fileOf(deep))).toBe(
      'The text of this mail is nested too deeply to be read.',
    )
  })
  it('what would hold the browser up for minutes', async () => {
    const html = (body: string) =>
      reasonOf(fileOf(mail({ Subject: 'Long' }, { type: 'text/html', body })))
    expect(await html(`<p>${'word '.repeat(500_000)}</p>`)).toBe(
      'The text of this mail is too long for a newsletter: 2,500,008 signs, where 2,000,000 are taken.',
    )
    expect(await html(`<p>Words</p>${'<!--'.repeat(200_000)}`)).toBe('read')
    expect(
      await html(`<p>Words</p><img src="data:image/png;base64,${'A'.repeat(2_500_000)}">`),
    ).toBe('read')
    // A head of one long line, a letter of one byte at its end.
    const oneLine = Buffer.from(
      `Subject: Long\r\nX-Long: ${'word; '.repeat(80_000)}\xfc\r\n\r\nWords.\r\n`,
      'latin1',
    )
    expect(await reasonOf(fileOf(oneLine))).toBe('read')
    const lines = mail({ Subject: 'Lines' }, { type: 'text/plain', body: '\n'.repeat(600_000) })
    expect(await reasonOf(fileOf(lines))).toBe(
      'This mail has more than 500,000 lines and is not read.',
    )
    const parts = Array.from(
      { length: 10_000 },
      (_, at) =>
        `--B\r\nContent-Type: image/png\r\nContent-ID: <picture-${at}@long.name.of.a.machine.example>\r\n\r\nx\r\n`,
    )
    const head = 'Subject: Parts\r\nContent-Type: multipart/mixed; boundary=B\r\n\r\n'
    expect(await reasonOf(fileOf(Buffer.from(`${head}${parts.join('')}--B--\r\n`)))).toBe(
      'This mail has more than 512 KB of headers, as thousands of parts have, and is not read.',
    )
  })
  it.each([
    ['Content-Transfer-Encoding: base64', 'SGVsbG8*** !!!gd29ybGQ=\xff\r\nZZZ', 'Hello world'],
    [
      'Content-Transfer-Encoding: quoted-printable',
      'Hello =ZZ =4 wor=\r\nld =',
      'Hello =ZZ =4 world',
    ],
    ['Content-Type: text/plain; charset=klingon-8', 'Words', 'Words'],
    [
      'Content-Type: multipart/mixed; boundary=B',
      '--B\r\nContent-Type: text/plain\r\n\r\nNo end',
      'No end',
    ],
  ])('nothing but is read as far as it goes: %s', async (header, body, text) => {
    const draft = await draftOf(
      fileOf(Buffer.from(`Subject: Broken\r\n${header}\r\n\r\n${body}`, 'latin1')),
    )
    expect(draft.markdown).toContain(text)
  })
  it.each([
    ['an empty file', Buffer.alloc(0), 'This file is empty.'],
    [
      'a picture',
      Buffer.from([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 1, 2]),
      'This is no mail: it has no sender, subject or date.',
    ],
    [
      'a file of Outlook',
      Buffer.from([0xd0, 0xcf, 0x11, 0xe0]),
      'This is a file of Outlook’s own kind. Save the mail as .eml there, and import that.',
    ],
    [
      'a mail without a text',
      mail({ Subject: 'Nothing' }, { type: 'text/plain', body: '' }),
      'There is no text in this mail.',
    ],
  ])('%s', async (_, bytes, reason) => {
    expect(await reasonOf(fileOf(bytes))).toBe(reason)
  })
})
