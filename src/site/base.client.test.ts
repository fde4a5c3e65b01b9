// @vitest-environment happy-dom
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { keepInputMethodKeys } from '../ui/input-method.ts'
import { samplePage } from '../ui/sample-page.ts'
import { startKeys } from './frame/keys.client.ts'
import { startThemeToggle } from './frame/theme.client.ts'
import { startItemActions } from './saved/item-actions.client.ts'
import { readSaved, toggleSaved } from './saved/saved-items.ts'
import { startSavedList } from './saved/saved-list.client.ts'
import { SavedPage } from './saved/saved-page.tsx'
import { ShareSave } from './share-save.tsx'

const item = {
  url: '/article/warp-modes',
  title: 'Warp modes',
  label: 'Sample Management',
  imageUrl: '/media/w.png',
}
const query = <Part extends HTMLElement>(selector: string) =>
  document.querySelector(selector) as Part

beforeEach(() => {
  localStorage.clear()
  delete document.documentElement.dataset.theme
})

test('the theme button turns the theme, keeps the choice and says what is on', () => {
  samplePage('<button data-theme-toggle aria-pressed="false"></button>')
  startThemeToggle()
  const button = query('button')
  button.click()
  expect(document.documentElement.dataset.theme).toBe('dark')
  expect(localStorage.getItem('session-notes:theme')).toBe('dark')
  expect(button.getAttribute('aria-pressed')).toBe('true')
  button.click()
  expect(document.documentElement.dataset.theme).toBe('light')
  expect(button.getAttribute('aria-pressed')).toBe('false')
})

test.each([
  ['Control+K', 'body', { key: 'k', ctrlKey: true }, 1],
  ['Meta+K', 'body', { key: 'K', metaKey: true }, 1],
  ['Control+K in a field', 'input', { key: 'k', ctrlKey: true }, 1],
  ['a slash', 'body', { key: '/' }, 1],
  ['a slash in a field', 'input', { key: '/' }, 0],
  ['a slash in editable text', '[contenteditable]', { key: '/' }, 0],
  ['a plain k', 'body', { key: 'k' }, 0],
  ['Control+Shift+K', 'body', { key: 'k', ctrlKey: true, shiftKey: true }, 0],
] as Array<[string, string, KeyboardEventInit, number]>)(
  '%s opens the search: %s',
  (_, target, keys, opened) => {
    samplePage('<button data-search-open></button><input><p contenteditable="true"></p>')
    let clicks = 0
    query('button').addEventListener('click', () => {
      clicks++
    })
    startKeysOnce()
    query(target).dispatchEvent(
      new KeyboardEvent('keydown', { ...keys, bubbles: true, cancelable: true }),
    )
    expect(clicks).toBe(opened)
  },
)

test('keys that an editor has used itself do not open the search', () => {
  samplePage('<button data-search-open></button><p contenteditable="true"></p>')
  let clicks = 0
  query('button').addEventListener('click', () => {
    clicks++
  })
  startKeysOnce()
  query('p').addEventListener('keydown', (event) => event.preventDefault())
  query('p').dispatchEvent(
    new KeyboardEvent('keydown', { key: 'k', ctrlKey: true, bubbles: true, cancelable: true }),
  )
  expect(clicks).toBe(0)
})

test.each([
  ['Enter in a composition', { isComposing: true }, 0],
  ['Enter that ends one in Safari', { keyCode: 229 }, 0],
  ['Enter', {}, 1],
])('%s reaches the handlers of keys: %s', (_, keys, reached) => {
  samplePage('<input>')
  keepInputMethodKeys()
  let handled = 0
  query('input').addEventListener('keydown', () => {
    handled++
  })
  const event = new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true })
  for (const [name, value] of Object.entries(keys)) Object.defineProperty(event, name, { value })
  query('input').dispatchEvent(event)
  expect([handled, event.defaultPrevented]).toEqual([reached, false])
})

test('the menu closes on Escape and on a click beside it', () => {
  samplePage(
    '<details data-menu open><summary>Menu</summary><a href="/news">News</a></details><p></p>',
  )
  startKeysOnce()
  const menu = query<HTMLDetailsElement>('details')
  menu.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }))
  expect(menu.open).toBe(false)
  menu.open = true
  query('p').click()
  expect(menu.open).toBe(false)
})

test('Save keeps an item in the browser and takes it out again', () => {
  samplePage(renderToStaticMarkup(ShareSave({ item })))
  startItemActions()
  const save = query('[data-save]')
  expect(save.textContent).toContain('Save')
  save.click()
  expect(save.getAttribute('aria-pressed')).toBe('true')
  expect(save.textContent).toContain('Saved')
  expect(readSaved(localStorage)).toMatchObject([item])
  save.click()
  expect(save.getAttribute('aria-pressed')).toBe('false')
  expect(readSaved(localStorage)).toEqual([])
})

test('Share opens the share sheet where there is one', async () => {
  const shared: Array<ShareData> = []
  setNavigator('share', async (data: ShareData) => void shared.push(data))
  samplePage(renderToStaticMarkup(ShareSave({ item })))
  startItemActions()
  query('[data-share]').click()
  await expect.poll(() => shared.length).toBe(1)
  expect(shared[0]).toEqual({ title: 'Warp modes', url: location.href })
  expect(query('[data-share-status]').textContent).toBe('')
})

test('Share copies the link where there is no sheet', async () => {
  const copied: Array<string> = []
  setNavigator('share', undefined)
  setNavigator('clipboard', { writeText: async (text: string) => void copied.push(text) })
  samplePage(renderToStaticMarkup(ShareSave({ item })))
  startItemActions()
  query('[data-share]').click()
  await expect.poll(() => query('[data-share-status]').textContent).toBe('Link copied')
  expect(copied).toEqual([location.href])
})

test('the saved page lists the saved items, and Remove removes them', () => {
  toggleSaved(localStorage, item, new Date('2026-01-01'))
  toggleSaved(
    localStorage,
    { ...item, url: '/news/3', title: '<b>Push</b>', imageUrl: null },
    new Date('2026-01-02'),
  )
  samplePage(renderToStaticMarkup(createElement(SavedPage)))
  startSavedList()
  const links = () => [...document.querySelectorAll<HTMLAnchorElement>('[data-saved-list] a')]
  expect(links().map((link) => [link.getAttribute('href'), link.textContent])).toEqual([
    ['/news/3', '<b>Push</b>'],
    ['/article/warp-modes', 'Warp modes'],
  ])
  expect(
    [...document.querySelectorAll('[data-saved-list] img')].map((image) =>
      image.getAttribute('src'),
    ),
  ).toEqual(['/fallback/news.svg', '/media/w.png?w=320'])
  expect(query('[data-saved-empty]').hidden).toBe(true)
  query('[data-saved-remove="/news/3"]').click()
  expect(links().map((link) => link.textContent)).toEqual(['Warp modes'])
  query('[data-saved-remove="/article/warp-modes"]').click()
  expect(query('[data-saved-empty]').hidden).toBe(false)
  expect(readSaved(localStorage)).toEqual([])
})

/** Installs the key listeners for one test; removing the document's listeners ends them. */
function startKeysOnce() {
  const added: Array<[string, EventListener]> = []
  const original = document.addEventListener
  document.addEventListener = ((type: string, listener: EventListener) => {
    added.push([type, listener])
    original.call(document, type, listener)
  }) as typeof document.addEventListener
  startKeys()
  document.addEventListener = original
  onTestFinished(() => {
    for (const [type, listener] of added) document.removeEventListener(type, listener)
  })
}

function setNavigator(name: string, value: unknown) {
  Object.defineProperty(navigator, name, { value, configurable: true })
}
