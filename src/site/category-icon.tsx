import { namedIcons } from '../ui/named-icons.ts'
import { useProfile } from '../ui/site-profile.tsx'

/** The icon of a category; decorative, its label always stands beside it. */
export function CategoryIcon({ category, className }: { category: string; className?: string }) {
  const Icon = namedIcons[useProfile().categories.icon(category)]
  return <Icon className={className} aria-hidden="true" strokeWidth={2} />
}
