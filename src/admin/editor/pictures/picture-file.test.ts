import { expect, test } from 'vitest'
import { fileSize, problemOfFile, problemOfMedium } from './picture-file.ts'

const limit = 10 * 1024 * 1024

test.each([
  ['image/jpeg', 1, null],
  ['image/png', limit, null],
  ['image/gif', 1, null],
  ['image/webp', 1, null],
  // Some systems know no type for a name; the server checks the bytes.
  ['', 1, null],
  ['image/svg+xml', 1, 'Only JPG, PNG, GIF and WebP images can be uploaded.'],
  ['image/heic', 1, 'Only JPG, PNG, GIF and WebP images can be uploaded.'],
  ['text/plain', 0, 'Only JPG, PNG, GIF and WebP images can be uploaded.'],
  ['image/png', 0, 'This file is empty.'],
  ['image/png', limit + 1, 'This picture is too large: at most 10 MB are taken.'],
])('a file of type %j and %i bytes: %j', (type, size, problem) => {
  expect(problemOfFile({ type, size })).toBe(problem)
})

test.each([
  [
    'notes.pdf',
    'application/pdf',
    1,
    /images can be uploaded\. Sounds: MP3, M4A, Ogg, FLAC or WAV, up to 25 MB\.$/,
  ],
  ['kick.wav', 'audio/wav', 0, /^This file is empty\.$/],
  ['kick.wav', 'audio/wav', 25 * 1024 * 1024 + 1, /^This sound is too large: at most 25 MB/],
  ['a.png', 'image/png', limit + 1, /^This picture is too large: at most 10 MB/],
])('where sounds are taken too, %s of type %s and %i bytes: %s', (name, type, size, problem) => {
  expect(problemOfMedium({ name, type, size })).toMatch(problem)
})

test.each([
  [0, '0 B'],
  [1023, '1023 B'],
  [1024, '1 KB'],
  [3650, '3.6 KB'],
  [48_210, '47 KB'],
  [1_000_000, '1 MB'],
  [1_258_291, '1.2 MB'],
  [limit, '10 MB'],
])('%i bytes are %j', (bytes, text) => {
  expect(fileSize(bytes)).toBe(text)
})
