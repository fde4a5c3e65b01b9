import { expect, test } from 'vitest'
import { findOnScreen } from './live-screen.ts'

test.each<[string, Array<string>]>([
  ['EQ Eight', ['EQ Eight']],
  ['eq eight Glue Cornpressor', ['EQ Eight', 'Glue Compressor']],
  ['0 Hybrid Revcrb 100 %', ['Hybrid Reverb']],
  ['HybridReverb', ['Hybrid Reverb']],
  ['Wavetab1e', ['Wavetable']],
  ['EQ EightCompressor Utility', ['Utility']],
  ['Drum Rack Simpler', ['Simpler', 'Drum Rack']],
  ['Session View Groove Pool', ['Session View', 'Groove Pool']],
  ['Warp Beats Seg. BPM 120.00', ['Warp Controls']],
  ['Buffer Size 256 Samples Input Latency 7.1 ms', ['Audio Settings']],
  ['Scale Velocity Pitch', []],
  ['Echo', ['Echo']],
  ['Ech0', ['Echo']],
  ['Ecko', []],
  ['nothing to see here', []],
])('%j names %j', (line, elements) => {
  expect(findOnScreen([line]).elements).toEqual(elements)
})

test('signs of one panel may stand in several lines', () => {
  expect(findOnScreen(['Collections', 'Categories', 'Sounds  Drums']).elements).toContain('Browser')
})

test('words of music software are counted once each', () => {
  expect(findOnScreen(['Tempo 120 BPM tempo', 'Gain dB']).musicWords).toBe(4)
})
