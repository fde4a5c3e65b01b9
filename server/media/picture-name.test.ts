import { expect, test } from 'vitest'
import { freePath } from '../platform/first-free.ts'
import { pictureName } from './media-catalogue.ts'

test.each([
  ['Sunset.PNG', 'sunset.png'],
  ['My photo (1).jpeg', 'my-photo-1.png'],
  ['IMG_1234.HEIC', 'img_1234.png'],
  ['Café Größe.png', 'cafe-grosse.png'],
  ['Привет.png', 'привет.png'],
  ['♫.png', 'picture.png'],
  ['../../etc/passwd', 'passwd.png'],
  ['..\\..\\windows\\system.ini', 'system.png'],
  ['/absolute/path.png', 'path.png'],
  ['..', 'picture.png'],
  ['.png', 'picture.png'],
  ['.htaccess.png', 'htaccess.png'],
  ['', 'picture.png'],
  ['con.png', 'con-picture.png'],
  ['LPT1.jpg', 'lpt1-picture.png'],
  ['photo.jpg.exe', 'photo-jpg.png'],
  ['archive.tar.png', 'archive-tar.png'],
  ['a\0b\nc.png', 'ab-c.png'],
  ['<script>alert(1)</script>.png', 'script.png'],
  ['%2e%2e%2fx.png', '2e2e2fx.png'],
  ['.git.png', 'git.png'],
  [`${'long '.repeat(100)}.png`, `${'long-'.repeat(16).slice(0, -1)}.png`],
])('an upload called %j becomes %s', (sent, name) => {
  expect(pictureName(sent, 'png')).toBe(name)
})

test('the ending says what the bytes are', () => {
  expect(pictureName('a.png', 'jpeg')).toBe('a.jpg')
  expect(pictureName('a.jpg', 'webp')).toBe('a.webp')
})

test('a taken name gets a number in front of its ending', () => {
  expect(freePath('a-1.png', (path) => path.includes('12'))).toBe('a-1-12.png')
})
