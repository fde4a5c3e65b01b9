import { createHash } from 'node:crypto'
import { type Inks, inksOf, paper, textOn } from './inks.ts'

/** The texts of a share picture. `topic` is a category or the kind of the page; it selects the colors. */
export interface ShareCard {
  readonly title: string
  readonly kicker: string
  readonly topic: string
  readonly siteName: string
  /** Colors in place of those of the topic, on a site with a look of its own. */
  readonly inks?: Inks
}

export const cardWidth = 1200
export const cardHeight = 630

/** The font size at which a title of this many characters fills the card. */
function titleSize(length: number): number {
  if (length <= 22) return 128
  if (length <= 44) return 106
  if (length <= 70) return 86
  return length <= 100 ? 70 : 62
}

/** Bar heights from 0 to 1, derived from the title, so that every card has its own waveform. */
function waveform(title: string, count: number): Array<number> {
  const bytes = createHash('sha256').update(title).digest()
  return Array.from({ length: count }, (_, i) => {
    const swell = Math.abs(Math.sin((i / count) * Math.PI * (2 + (bytes[0]! % 3)) + bytes[1]! / 40))
    return 0.12 + 0.88 * swell * (0.45 + (0.55 * bytes[i % bytes.length]!) / 255)
  })
}

/** The site's logo: nine clip slots, one of them playing. */
function Mark({ color, accent }: { color: string; accent: string }) {
  return (
    <svg width="46" height="46" viewBox="0 0 26 26" aria-hidden="true">
      {[0, 9, 18].flatMap((y) =>
        [0, 9, 18].map((x) => (
          <rect key={`${x}-${y}`} x={x} y={y} width="8" height="8" rx="1" fill={x === 9 && y === 9 ? accent : color} />
        )),
      )}
    </svg>
  )
}

/** The card for satori, which supports flexbox and inline styles only. */
export function ShareCardPicture({ card }: { card: ShareCard }) {
  const inks = card.inks ?? inksOf(card.topic)
  const text = textOn(inks.base)
  const bars = waveform(card.title, 30)
  const loudest = bars.indexOf(Math.max(...bars))
  return (
    <div
      style={{
        width: cardWidth,
        height: cardHeight,
        display: 'flex',
        flexDirection: 'column',
        boxSizing: 'border-box',
        padding: '56px 64px 0',
        background: inks.base,
        color: text,
        fontFamily: 'Bricolage Grotesque',
      }}
    >
      <div style={{ display: 'flex', justifyContent: 'space-between', alignItems: 'center', fontSize: 32 }}>
        <div style={{ display: 'flex', fontWeight: 500 }}>{card.kicker}</div>
        <div style={{ display: 'flex', alignItems: 'center', gap: 18, fontWeight: 700 }}>
          {card.siteName === card.kicker ? '' : card.siteName}
          {!card.inks && <Mark color={text} accent={inks.pop} />}
        </div>
      </div>
      <div
        style={{
          display: 'block',
          lineClamp: 4,
          marginTop: 36,
          fontSize: titleSize(card.title.length),
          fontWeight: 700,
          lineHeight: 1.04,
          letterSpacing: '-0.03em',
          wordBreak: 'break-word',
        }}
      >
        {card.title}
      </div>
      <div
        style={{
          position: 'absolute',
          left: 0,
          bottom: 0,
          width: cardWidth,
          height: 180,
          boxSizing: 'border-box',
          padding: '0 8px',
          display: 'flex',
          alignItems: 'flex-end',
          justifyContent: 'space-between',
        }}
      >
        {bars.map((level, i) => (
          <div
            // biome-ignore lint/suspicious/noArrayIndexKey: the bars are drawn once
            key={i}
            style={{
              width: 29,
              height: Math.round(180 * level) + 15,
              marginBottom: -15,
              borderRadius: 15,
              background: i === loudest ? inks.pop : i % 5 === 2 ? paper : inks.deep,
            }}
          />
        ))}
      </div>
    </div>
  )
}
