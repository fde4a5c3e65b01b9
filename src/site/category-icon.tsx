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
import { type CategoryIconName, categoryStyles } from './category-style.ts'

const icons: Record<CategoryIconName, LucideIcon> = {
  'list-checks': ListChecks,
  sliders: SlidersVertical,
  waveform: AudioWaveform,
  notes: Music4,
  gauge: Gauge,
  mic: MicVocal,
  piano: Piano,
  'audio-lines': AudioLines,
  scissors: Scissors,
  plug: Plug,
  cable: Cable,
  grid: Grid3x3,
  disc: Disc3,
}

/** The picture of a category; decoration, its label always stands beside it. */
export function CategoryIcon({ category, className }: { category: Category; className?: string }) {
  const Icon = icons[categoryStyles[category].icon]
  return <Icon className={className} aria-hidden="true" strokeWidth={2} />
}
