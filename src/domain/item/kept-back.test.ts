import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { keptBackBy, opensLater } from './kept-back.ts'

const now = Date.parse('2026-11-30')

test.each([
  'draft: true',
  'Draft: yes',
  'isDraft: "1"',
  'published: false',
  'published: draft',
  'publish: No',
  'dg-publish: false',
  'is_public: 0',
  'status: private',
  'Status: In Progress',
  'post_status: pending',
  'visibility: private',
  'visibility: members',
  'private: true',
  'hidden: on',
  '_hidden: yes',
  'unlisted: true',
  'password: opensesame',
  'permalink: false',
  'type: draft',
  '_build: { render: never, list: never }',
  'eleventyExcludeFromCollections: true',
  'Status: 🔴 Draft (unfinished)',
  'review_status: not yet published',
  'post_status: auto-draft',
  'visibility: only me',
  'visibility: specific tiers',
  'state: Restricted',
  'draft: ✓',
  'publish: ✗',
  'publish to web: false',
  'ready_to_publish: no',
  'members-only: true',
  'headless: true',
  'build: { render: link }',
  'trash: true',
  'entwurf: ja',
  'status: [draft]',
  'status: On hold',
  'status: черновик',
  'public: F',
  'publish: later',
  'access: logged-in',
  'staff_only: true',
  'publish: not yet',
  'published: Nein, noch nicht',
  'private: Yes please',
  'черновик: true',
  'статус: черновик',
  'veröffentlicht: nein',
  '公開: false',
  '状态: 草稿',
  'draft: はい',
  'visibility: privé',
  'expiryDate: 2001-01-01',
  'Expires: 1 March 2001',
  'unpublish_on: 2001-01-01T00:00:00Z',
  'publishUntil: 2001/1/1',
])('%s keeps a text back', (line) => {
  expect(keptBackBy(parse(line), now)).toBe(Object.keys(parse(line))[0])
})

test.each([
  'draft: false',
  'published: true',
  'published: 2024-03-01',
  'publish: yes',
  'status: published',
  'status: Undrafted',
  'publication: Private Eye',
  'ready: true',
  'Status: Done',
  'visibility: public',
  'private: no',
  'password: ""',
  'password: null',
  'permalink: /a',
  'type: post',
  'type: review',
  'share: false',
  'comments: false',
  'hide: [toc]',
  'build: { list: always, render: always }',
  'tags: [private, draft]',
  'published:',
  'publish: Notes on noise',
  'private: x-files',
  'permalink: no-code',
  'expires: 2099-01-01',
  'expires: 30',
  'expires: never',
  'status: scheduled',
  'status: obsolete',
  'noindex: true',
  '公開: true',
])('%s does not', (line) => {
  expect(keptBackBy(parse(line), now)).toBeNull()
})

test.each([
  ['publishDate: 2099-01-01', 'publishDate'],
  ['go_live: 2 January 2024 10:00', 'go_live'],
  ['embargo-until: 2099/1/1', 'embargo-until'],
  ['publishAfter: 2023-12-31', null],
  ['embargo: true', null],
  ['date: 2099-01-01', null],
])('%s, in a text of 2024: it is public later by %s', (line, key) => {
  expect(opensLater(parse(line), '2024-01-01')).toBe(key)
})

test('a field of the site’s own means what the site says', () => {
  const own = new Set(['status', 'releaseDate'])
  expect(keptBackBy({ status: 'pending' }, now, own)).toBeNull()
  expect(opensLater({ releaseDate: '2099-01-01' }, '2024-01-01', own)).toBeNull()
})
