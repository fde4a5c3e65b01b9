import { expect, test } from 'vitest'
import { loginFor, pathAfterLogin } from './admin-address.ts'

test.each([
  ['/admin', '/admin'],
  ['/admin/manage-content', '/admin/manage-content'],
  ['/admin/draft-editor?id=3&type=news', '/admin/draft-editor?id=3&type=news'],
  ['/admin?a=b', '/admin?a=b'],
  [undefined, '/admin'],
  [null, '/admin'],
  ['', '/admin'],
  ['/', '/admin'],
  ['/administrator', '/admin'],
  ['https://evil.example/admin', '/admin'],
  ['//evil.example/admin', '/admin'],
  ['/\\evil.example', '/admin'],
  ['/admin\\..\\..', '/admin'],
  ['/admin/../news', '/admin'],
  ['/admin/%2e%2e/news', '/admin'],
  ['/admin/..', '/admin'],
  ['/admin\n', '/admin'],
  ['javascript:alert(1)', '/admin'],
  ['/admin/login', '/admin'],
  ['/admin/login?next=/admin/login', '/admin'],
])('a login that is asked to lead to %j leads to %s', (next, path) => {
  expect(pathAfterLogin(next)).toBe(path)
})

test('the login carries the page that was asked for, unless it leads there anyway', () => {
  expect(loginFor('/admin')).toBe('/admin/login')
  const login = loginFor('/admin/draft-editor?id=3&type=news')
  expect(login).toBe('/admin/login?next=%2Fadmin%2Fdraft-editor%3Fid%3D3%26type%3Dnews')
  expect(pathAfterLogin(new URLSearchParams(login.split('?')[1]).get('next'))).toBe(
    '/admin/draft-editor?id=3&type=news',
  )
})
