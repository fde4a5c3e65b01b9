import { expect, test } from 'vitest'
import { keptBackBy } from './kept-back.ts'

test.each([
  { draft: true },
  { Draft: 'yes' },
  { isDraft: '1' },
  { published: false },
  { published: 'draft' },
  { publish: 'No' },
  { 'dg-publish': 'false' },
  { is_public: 0 },
  { status: 'private' },
  { Status: 'In Progress' },
  { post_status: 'pending' },
  { visibility: 'private' },
  { visibility: 'members' },
  { private: true },
  { hidden: 'on' },
  { _hidden: 'yes' },
  { unlisted: true },
  { password: 'opensesame' },
  { permalink: false },
  { type: 'draft' },
  { _build: { render: 'never', list: 'never' } },
  { eleventyExcludeFromCollections: true },
  { Status: '🔴 Draft (unfinished)' },
  { review_status: 'not yet published' },
  { post_status: 'auto-draft' },
  { visibility: 'only me' },
  { visibility: 'specific tiers' },
  { state: 'Restricted' },
  { draft: '✓' },
  { publish: '✗' },
  { 'publish to web': false },
  { ready_to_publish: 'no' },
  { 'members-only': true },
  { headless: true },
  { build: { render: 'link' } },
  { trash: true },
  { entwurf: 'ja' },
  { status: ['draft'] },
  { status: 'On hold' },
  { status: 'черновик' },
  { public: 'F' },
  { publish: 'later' },
  { access: 'logged-in' },
  { staff_only: true },
])('%j keeps a text back', (data) => {
  expect(keptBackBy({ title: 'A', ...data })).toBe(Object.keys(data)[0])
})

test.each([
  { draft: false },
  { published: true },
  { published: '2024-03-01' },
  { publish: 'yes' },
  { status: 'published' },
  { status: 'Undrafted' },
  { publication: 'Private Eye' },
  { ready: true },
  { Status: 'Done' },
  { visibility: 'public' },
  { private: 'no' },
  { password: '' },
  { password: null },
  { permalink: '/a' },
  { type: 'post' },
  { type: 'review' },
  { share: false },
  { comments: false },
  { hide: ['toc'] },
  { build: { list: 'always', render: 'always' } },
  { tags: ['private', 'draft'] },
])('%j does not', (data) => {
  expect(keptBackBy({ title: 'A', ...data })).toBeNull()
})

test('a field of the site’s own means what the site says', () => {
  expect(keptBackBy({ status: 'pending' }, new Set(['status']))).toBeNull()
})
