import { expect, test } from 'vitest'
import { accountWordsOf, serverSentence } from '#domain/site/account-words.ts'
import { createPasswordRule, knownWords } from './password-rule.ts'
import { passwordStrength } from './password-strength.ts'

const fault = createPasswordRule(passwordStrength, () => ['Harbour Letters', 'letters.example.org'])
const german = accountWordsOf({ language: 'de' })
const owner = {
  username: 'mara_quill',
  name: 'Mara Quillfeather',
  email: 'heron@marshmail.example',
}

test.each([
  ['a common password with digits behind it', ['football1234', 'Password1!', 'qwertyuiop1']],
  ['a common password in other letters', ['p@ssw0rd1234', 'TrustNo1TrustNo1']],
  ['keys that are neighbours', ['zaq12wsxcde3', 'asdfghjkl123']],
  [
    'a common password or neighbours on another keyboard',
    ['йцукенгшщз', 'Пароль123456', 'קראטוןםפ12'],
  ],
  ['a sequence or a repetition', ['1234567890ab', 'abcd1234efgh', 'abcabcabcabc1']],
  ['a word with a year', ['Summer2026!', 'december1999']],
])('%s is easy to guess', async (_, passwords) => {
  const found = await Promise.all(passwords.map((password) => fault(password, owner)))
  expect(found.filter((one) => one?.startsWith('This password is easy to guess.'))).toHaveLength(
    passwords.length,
  )
})

test.each([
  ['the name of the person', 'MaraQuillfeather1'],
  ['a part of that name', 'quillfeather2026'],
  ['their mail address', 'heronmarshmail'],
  ['the name of the site', 'HarbourLetters26'],
  ['a word of that name', 'harbour12345'],
  ['the address of the site', 'letters.example.org'],
])('a password made of %s is refused and says so', async (_, password) => {
  expect(await fault(password, owner)).toBe(
    'This password is easy to guess: it is made of your name or address, or those of the site.',
  )
})

test.each([
  ['short', 'A password has at least 10 characters.'],
  ['x'.repeat(257), 'A password has at most 256 characters.'],
  ['nine herons and MARA_QUILL', 'A password must not contain the user name.'],
  ['abcabacbbcab', 'A password needs more than three different characters.'],
])('the password %s breaks a rule of its form', async (password, sentence) => {
  expect(await fault(password, owner)).toBe(sentence)
  expect(serverSentence(sentence, german)).toContain('Passwort')
})

test.each([
  'three quiet faders',
  'x7$kQ9!pLm',
  'correct horse battery staple',
  'дерево лампа ковёр',
  'letters on a quiet harbour wall',
])('the password %s is taken', async (password) => {
  expect(await fault(password, owner)).toBe(null)
})

test('a name is known whole, in its words, and written together', () => {
  expect(knownWords(['Mara O. Quill', 'a@b.example'])).toEqual([
    'mara o. quill',
    'mara',
    'quill',
    'maraoquill',
    'a@b.example',
    'example',
    'abexample',
  ])
})
