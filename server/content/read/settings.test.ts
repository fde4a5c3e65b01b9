import { expect, test } from 'vitest'
import { everyEnglish } from '#domain/site/text-settings.ts'
import { languageTags } from '#domain/site/texts/languages.ts'
import { readSettings } from './settings.ts'

const read = (text: string) => readSettings(Buffer.from(text))

test.each(['en', 'en-GB', 'de', 'de-AT', 'he'])('the language %s is there', (language) => {
  const { settings, faults } = read(`name: A\nlanguage: ${language}\n`)
  expect(faults).toEqual([])
  expect(settings.language).toBe(language)
})

test('a language without texts is a fault at its line that lists those that are there, and stays the language of the pages', () => {
  const { settings, faults } = read('name: A\nlanguage: fr-CA\ntexts: {home: Accueil}\n')
  const missing = Object.keys(everyEnglish).length - 1
  expect(faults).toEqual([
    {
      line: 2,
      message: `The site has no texts in the language 'fr-CA'; ${missing} of them are English. There are ${languageTags.join(', ')}.`,
    },
  ])
  expect(settings.language).toBe('fr-CA')
})

test('what is no language tag is a fault, and the pages are English', () => {
  for (const language of ['no tag', 'x'.repeat(50), "'-'", "'12'"]) {
    const { settings, faults } = read(`name: A\nlanguage: ${language}\n`)
    expect(faults.map(({ message }) => message)).toEqual([
      expect.stringMatching(/is no language tag; en is used\. There are en, de, he\.$/),
    ])
    expect(settings.language).toBe('en')
  }
})

test('a site that brings every text itself can be in any language', () => {
  expect(read(JSON.stringify({ name: 'A', language: 'fr', texts: everyEnglish })).faults).toEqual(
    [],
  )
})

test('a site in another language has no English introductions that it did not write', () => {
  const { newsIntro, newslettersIntro, tagline, about } = read('name: A\nlanguage: de\n').settings
  expect([newsIntro, newslettersIntro, tagline, about]).toEqual(['', '', '', ''])
  expect(read('name: A\n').settings.newsIntro).toMatch(/^What is new in Live/)
})
