import { useProfile } from '../../ui/site-profile.tsx'

/** The level as a meter of three bars, with its name. */
export function LevelMeter({ level }: { level: string }) {
  const { levels } = useProfile()
  if (level === '') return null
  const lit = Math.ceil((levels.number(level) * 3) / levels.keys.length)
  return (
    <span className="inline-flex items-center gap-1.5">
      <svg viewBox="0 0 14 12" className="h-3 w-3.5 flex-none" aria-hidden="true">
        {[1, 2, 3].map((bar) => (
          <rect
            key={bar}
            x={(bar - 1) * 5}
            y={12 - bar * 4}
            width="4"
            height={bar * 4}
            className={bar <= lit ? 'fill-cat' : 'fill-line'}
          />
        ))}
      </svg>
      {levels.label(level)}
    </span>
  )
}
