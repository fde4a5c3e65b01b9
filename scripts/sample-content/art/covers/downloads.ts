import { categoryInks, type Inks, ink, paper } from '../../../../server/pages/inks.ts'
import type { Cover } from '../cover.ts'
import type { Random } from '../random.ts'
import { disc, fill, group, inside, overprint, plot, polyline, rect, ring, stroke, through, times } from '../shapes.ts'
import { halftone, specks } from '../texture.ts'

const side = 640

/** A sleeve of its own for every pack, and the disc that comes out of it. The motif fills a square of 640. */
function pack(
  name: string,
  inks: Inks,
  ground: string,
  sleeve: string,
  motif: (inks: Inks, random: Random) => string,
): Cover {
  return {
    name: `download-${name}`,
    ground,
    inks,
    draw(_, random) {
      const [left, top] = [330, 130]
      const [x, y, r] = [left + side + 20, top + side / 2, 296]
      const parts = [
        halftone(
          { x: 250, y: 690, width: 1200, height: 150 },
          16,
          45,
          inks.deep,
          (px, py) => Math.max(0, 1 - Math.abs(py - 772) / 34) * Math.max(0, 1 - Math.abs(px - 800) / 560) * 0.9,
        ),
        disc(x, y, r, ink),
        ...times(7).map((i) => ring(x, y, 140 + i * 23, '#3A3840', 3)),
        disc(x, y, 104, inks.pop),
        disc(x, y, 20, ground),
        inside(
          'sleeve',
          rect(left, top, side, side, '#000'),
          rect(left, top, side, side, sleeve),
          group({ transform: `translate(${left} ${top})` }, motif(inks, random)),
        ),
        rect(left + side - 12, top, 12, side, ink, { opacity: 0.16 }),
      ].join('')
      return group({ transform: 'translate(800 450) scale(1.17) translate(-808 -450)' }, parts)
    },
  }
}

const drums = pack(
  'dusty-drum-one-shots',
  categoryInks.hardware,
  categoryInks.hardware.soft,
  categoryInks.hardware.pop,
  ({ deep }, random) =>
    [
      disc(320, 320, 246, deep),
      ring(320, 320, 205, paper, 12),
      disc(320, 320, 92, paper),
      specks(random, { x: 0, y: 0, width: side, height: side }, 900, '#FFE1C4'),
      specks(random, { x: 0, y: 0, width: side, height: side }, 500, ink),
    ].join(''),
)

const chords = pack(
  'dub-chord-midi-pack',
  categoryInks.midi_effects,
  categoryInks.midi_effects.base,
  categoryInks.midi_effects.soft,
  ({ deep, base, pop }) =>
    times(4)
      .flatMap((i) =>
        [0, 110, 220].map((step) =>
          rect(48 + i * 148, 84 + step * 1.32 + i * 36, 130 - i * 20, 108 - i * 16, [deep, base, pop, paper][i]!, {
            rx: 8,
          }),
        ),
      )
      .join(''),
)

const glass = pack(
  'glass-fm-hits',
  categoryInks.audio_effects,
  categoryInks.sound_design.deep,
  categoryInks.audio_effects.soft,
  ({ base }) => {
    const shard = (points: ReadonlyArray<readonly [number, number]>, color: string) =>
      overprint(fill(through(points, true), color))
    return [
      shard(
        [
          [60, 640],
          [250, 40],
          [380, 470],
        ],
        base,
      ),
      shard(
        [
          [180, 640],
          [420, 120],
          [600, 560],
        ],
        '#8FA8F5',
      ),
      shard(
        [
          [40, 260],
          [330, 190],
          [470, 640],
          [210, 640],
        ],
        '#7FD6E8',
      ),
      shard(
        [
          [360, 20],
          [620, 330],
          [300, 420],
        ],
        '#F7A8C4',
      ),
      stroke(polyline([250, 40, 330, 420, 180, 640]), paper, 5),
      stroke(polyline([360, 20, 420, 420, 600, 560]), paper, 5),
    ].join('')
  },
)

const sub = pack(
  'sub-bass-one-shots',
  categoryInks.mixing,
  categoryInks.mixing.soft,
  categoryInks.mixing.base,
  ({ deep, pop }) => {
    const wave = (level: number) => plot(0, side, 5, (x) => level - 150 * Math.sin((x / side) * Math.PI * 2))
    return [
      disc(470, 170, 84, pop),
      fill(through([...wave(360), [side, side], [0, side]], true), deep),
      ...times(4).map((i) => stroke(through(wave(430 + i * 62)), i === 0 ? paper : categoryInks.mixing.base, 14)),
    ].join('')
  },
)

const clips = pack(
  'polymeter-midi-clips',
  categoryInks.composition,
  categoryInks.composition.soft,
  paper,
  ({ base, pop, deep }) =>
    [3, 4, 5, 7]
      .flatMap((length, row) =>
        times(24)
          .filter((beat) => beat % length === 0)
          .map((beat) =>
            rect(
              20 + beat * 34,
              24 + row * 152,
              length * 34 - 12,
              136,
              (beat / length) % 2 ? '#F9C6CF' : [base, pop, deep, ink][row]!,
              { rx: 8 },
            ),
          ),
      )
      .join(''),
)

/** Covers of the downloads. */
export const downloadCovers: ReadonlyArray<Cover> = [drums, chords, glass, sub, clips]
