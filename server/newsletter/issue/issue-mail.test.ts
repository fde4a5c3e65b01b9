import { expect, test } from 'vitest'
import { issueMail, type MailedIssue, personalMail } from './issue-mail.ts'

const settings = {
  name: 'Notes & Co',
  disclaimer: 'Not affiliated.',
  language: 'en',
  timeZone: 'Europe/Berlin',
  postalAddress: '1 Groove Lane\nBerlin',
}
const site = { settings, siteUrl: 'https://notes.example.org' }
const issue: MailedIssue = {
  id: 7,
  title: 'Pads <b> & "quotes"',
  issueNumber: 12,
  description: 'About pads.',
  publishedAt: '2026-01-01T23:30:00.000Z',
  imageUrl: '/media/a.png',
  imageAlt: 'Pads',
  opening: { markdown: 'Hello', html: '<p>Hello</p>' },
  articles: [{ title: 'One', excerpt: 'First.', markdown: 'Text', html: '<p>Text</p>' }],
}

test('both parts contain the legal information and the person’s own link', () => {
  const link = 'https://notes.example.org/unsubscribe?token=1.a&x="'
  const { subject, html, text } = personalMail(issueMail(issue, site), link)
  expect(subject).toBe(issue.title)
  expect(text).toContain(`Unsubscribe:\n${link}\n`)
  expect(html).toContain('<a href="https://notes.example.org/unsubscribe?token=1.a&amp;x=&quot;"')
  for (const part of [html.replace(/<br>/g, '\n'), text]) {
    expect(part).toMatch(/Notes (&amp;|&) Co\n1 Groove Lane\nBerlin/)
    expect(part).toContain('https://notes.example.org/newsletter/7')
    expect(part).toContain('January 2, 2026')
    expect(part).toContain('Not affiliated.')
    expect(part).not.toContain('.invalid')
  }
})

test('the document is safe, no wider than 600 px, and has a dark mode', () => {
  const html = issueMail(issue, site).html.join('')
  expect(html).toContain('<title>Pads &lt;b&gt; &amp; &quot;quotes&quot;</title>')
  expect(html).not.toMatch(/<script|<link|@import|javascript:|<b>/)
  expect(html).toContain('max-width:600px')
  expect(html).toContain('prefers-color-scheme:dark')
  expect(html).toContain('src="https://notes.example.org/media/a.png?w=1280" alt="Pads"')
  for (const [, width] of html.matchAll(/width="(\d+)"/g))
    expect(Number(width)).toBeLessThanOrEqual(600)
})

test('an address that begins with the site’s name does not repeat it', () => {
  const own = { ...site, settings: { ...settings, postalAddress: 'Notes & Co, 1 Groove Lane' } }
  expect(issueMail(issue, own).text.join('')).toContain('\n\nNotes & Co, 1 Groove Lane\n')
})
