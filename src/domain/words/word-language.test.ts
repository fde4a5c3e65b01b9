import { expect, test } from 'vitest'
import { fold } from './fold.ts'
import { type WordLanguage, wordLanguage } from './word-language.ts'
import { wordRules } from './word-rules.ts'

const english: WordLanguage = { tag: 'en', stem: (word) => word, isFunctionWord: () => false }

test.each([
  ['de-AT', ['Beispiel', 'Beispiele', 'Beispielen'], 'für', 'Beispiel'],
  ['de', ['Verstärker', 'Verstaerkers', 'Verstärkern'], 'über', 'Verstärker'],
  ['de', ['Klang', 'Klänge', 'Klaenge'], 'während', 'Klang'],
  ['fr', ['exemple', 'exemples'], 'même', 'exemple'],
  ['ru', ['новый', 'новая', 'нового'], 'если', 'новый'],
])(
  'forms of one word have one stem in %s: %j; %s is a function word, %s is not',
  async (tag, forms, without, subject) => {
    const { stem, isFunctionWord, digraphs } = await wordLanguage(tag, english)
    const folded = (word: string) => fold(word, digraphs)
    expect(new Set(forms.map((word) => stem(folded(word)))).size).toBe(1)
    expect(isFunctionWord(folded(without))).toBe(true)
    expect(isFunctionWord(folded(subject))).toBe(false)
  },
)

test('every language that is named has its stemmer and its stop words; one without has words as they are', async () => {
  for (const tag of wordRules.keys()) {
    const language = await wordLanguage(tag, english)
    expect([tag, typeof language.stem('gitarren')]).toEqual([tag, 'string'])
  }
  const hebrew = await wordLanguage('he', english)
  expect([hebrew.stem('שירים'), hebrew.isFunctionWord('את')]).toEqual(['שירים', false])
  expect(await wordLanguage('en-GB', english)).toBe(english)
})
