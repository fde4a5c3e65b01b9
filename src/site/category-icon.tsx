import {
  AudioLines,
  AudioWaveform,
  Cable,
  Disc3,
  Gauge,
  Grid3x3,
  ListChecks,
  type LucideIcon,
  MicVocal,
  Music4,
  Piano,
  Plug,
  Scissors,
  SlidersVertical,
} from 'lucide-react'
import type { Category } from '#domain/categories.ts'
import { namedIcons } from '../ui/named-icons.ts'
import { useProfile } from '../ui/site-profile.tsx'

/** One icon per category of the specification (section 3); the colors are in `styles/categories.css`. */
const icons: Readonly<Record<Category, LucideIcon>> = {
  workflow: ListChecks,
  mixing: SlidersVertical,
  sound_design: AudioWaveform,
  composition: Music4,
  mastering: Gauge,
  live_performance: MicVocal,
  midi_effects: Piano,
  audio_effects: AudioLines,
  sample_management: Scissors,
  plugins: Plug,
  hardware: Cable,
  ableton_push: Grid3x3,
  production: Disc3,
}

/** The icon of a category; decorative, its label always stands beside it. */
export function CategoryIcon({ category, className }: { category: string; className?: string }) {
  const name = useProfile().categories.icon(category)
  const Icon = name === null ? icons[category as Category] : namedIcons[name]
  return <Icon className={className} aria-hidden="true" strokeWidth={2} />
}
