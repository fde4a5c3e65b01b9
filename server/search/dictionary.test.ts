import { expect, test } from 'vitest'
import wordList from 'word-list'
import { createDictionary } from './dictionary.ts'

test('the dictionary has words of English from the first to the last, and no others', () => {
  const isEnglish = createDictionary(wordList)
  for (const word of ['aa', 'aardvark', 'chorus', 'compressor', 'rid', 'reverb', 'zzz'])
    expect([word, isEnglish(word)]).toEqual([word, true])
  for (const word of ['', 'a1', 'compresor', 'wavtable', 'zzzz', 'chor'])
    expect([word, isEnglish(word)]).toEqual([word, false])
})
