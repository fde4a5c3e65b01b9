import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { foundSections, singlePages } from './nothing.ts'

test('every folder of a page is known, so that no page is taken for an address without one', () => {
  const files = readdirSync('src/pages', { recursive: true, encoding: 'utf8' })
  const folders = files.filter((file) => file.endsWith('+Page.tsx') && !file.startsWith('_error'))
  const addresses = folders.map((file) =>
    `/${file.replace(/\/?\+Page\.tsx$/, '')}`
      .replace(/(?<=\/)index$/, '')
      .replace(/@\w+$/, '')
      .replace(/(?<=.)\/$/, (slash) => (file.includes('@') ? slash : '')),
  )
  expect(addresses.toSorted()).toEqual([...singlePages, ...foundSections].toSorted())
})
