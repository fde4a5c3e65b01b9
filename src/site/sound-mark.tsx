import { SoundIcon } from '../ui/icons.tsx'
import { useTexts } from '../ui/site-profile.tsx'

/** Says that an item of a list has sounds. With `isSmall`, phones show the icon alone. */
export function SoundMark({ isSmall = false }: { isSmall?: boolean }) {
  const text = useTexts()
  return (
    <span className="inline-flex items-baseline gap-1 text-muted [&_svg]:size-4 [&_svg]:self-center">
      <SoundIcon />
      <span className={isSmall ? 'sr-only sm:not-sr-only' : undefined}>{text('withSound')}</span>
    </span>
  )
}
