import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { readEnv } from '../env.ts'
import { sharedSettings } from './shared-settings.ts'

const folder = path.join(tmpdir(), 'session-notes-settings')
const key = 'k'.repeat(32)
const variables = {
  DATA_DIR: path.join(folder, 'data'),
  CONTENT_DIR: path.join(folder, 'content'),
  DATABASE_URL: 'postgres://site:word@db.example.org/site',
  GIT_WRITE: 'through',
  GIT_REMOTE: 'https://git.example.org/site.git',
  GIT_TOKEN: 'one',
  GIT_HOOK_SECRET: 'hook',
  SITE_URL: 'https://example.org',
  SESSION_SECRET: key,
  SMTP_URL: 'smtp://mail.example.org',
  MAIL_FROM: 'Notes <notes@example.org>',
  CDN_PURGE_URL: 'https://cdn.example.org/purge',
  NEWSLETTER_PROVIDER: 'listmonk',
  NEWSLETTER_URL: 'https://list.example.org',
  NEWSLETTER_API_KEY: 'user:key',
  NEWSLETTER_LIST: '1,2',
}
const settings = (more: Record<string, string> = {}, branch = 'main') =>
  sharedSettings(readEnv({ ...variables, ...more }, folder), branch)
/** The variables in which a server differs from the usual one. */
const differing = (more: Record<string, string>, branch?: string) =>
  settings(more, branch).flatMap(({ name, values }, at) =>
    String(values) === String(settings()[at]?.values) ? [] : [name],
  )

test.each([
  ['SESSION_SECRET', 'l'.repeat(32)],
  ['SITE_URL', 'https://www.example.org'],
  ['GIT_REMOTE', 'https://git.example.org/other.git'],
  ['GIT_HOOK_SECRET', 'other'],
  ['MAIL_FROM', 'Notes <other@example.org>'],
  ['CDN_PURGE_URL', 'https://cdn.example.org/other'],
  ['NEWSLETTER_URL', 'https://other.example.org'],
  ['NEWSLETTER_API_KEY', 'user:other'],
  ['NEWSLETTER_LIST', '3'],
])('all servers need the same %s', (name, value) => {
  expect(differing({ [name]: value })).toEqual([name])
})

test('all servers need to show the same branch and to use the same newsletter service', () => {
  expect(differing({}, 'other')).toEqual(['GIT_BRANCH'])
  expect(differing({ NEWSLETTER_PROVIDER: 'webhook', NEWSLETTER_LIST: '' })).toContain(
    'NEWSLETTER_PROVIDER',
  )
})

test.each([
  ['PORT', '3001'],
  ['DATA_DIR', path.join(folder, 'other')],
  ['GIT_TOKEN', 'two'],
  ['GIT_REMOTE', 'https://user:word@git.example.org/site/'],
  ['DRAIN_SECONDS', '10'],
  ['SMTP_URL', 'smtp://relay.example.org'],
])('%s may be another one at each server', (name, value) => {
  expect(differing({ [name]: value })).toEqual([])
})

test('what may hold a secret is marked as one', () => {
  expect(settings().flatMap(({ name, isSecret }) => (isSecret ? [name] : []))).toEqual([
    'SESSION_SECRET',
    'GIT_HOOK_SECRET',
    'CDN_PURGE_URL',
    'NEWSLETTER_API_KEY',
  ])
})
