import { existsSync, readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { pageNameFault, reservedParts } from '#domain/page-names.ts'
import { singlePages } from '#domain/single-pages.ts'
import { foundSections } from './nothing.ts'

test('every folder of a page is known, so that no page is taken for an address without one', () => {
  const files = readdirSync('src/pages', { recursive: true, encoding: 'utf8' })
  // The site's own texts are found by their names.
  const hasRule = (file: string) =>
    existsSync(`src/pages/${file.replace('+Page.tsx', '+route.ts')}`)
  const folders = files.filter(
    (file) => file.endsWith('+Page.tsx') && !file.includes('_error') && !hasRule(file),
  )
  const addresses = folders.map((file) =>
    `/${file.replace('(site)/', '').replace(/\/?\+Page\.tsx$/, '')}`
      .replace(/(?<=\/)index$/, '')
      .replace(/@\w+$/, '')
      .replace(/(?<=.)\/$/, (slash) => (file.includes('@') ? slash : '')),
  )
  expect(addresses.toSorted()).toEqual([...singlePages, ...foundSections].toSorted())
})

test('no text of the site can have the name of another page, or of a folder of files', () => {
  const folders = readdirSync('public', { withFileTypes: true }).filter((entry) =>
    entry.isDirectory(),
  )
  const pages = [...singlePages, ...foundSections].map((address) => address.split('/')[1] ?? '')
  for (const part of [...pages.filter(Boolean), ...folders.map(({ name }) => name)]) {
    expect(reservedParts).toContain(part)
    expect([part, pageNameFault(part)]).toEqual([part, expect.any(String)])
    expect(pageNameFault(`${part}/more`)).toBeTruthy()
  }
})
