import type { Category } from '#domain/categories.ts'

/** The name of an icon in `category-icon.tsx`. */
export type CategoryIconName =
  | 'list-checks'
  | 'sliders'
  | 'waveform'
  | 'notes'
  | 'gauge'
  | 'mic'
  | 'piano'
  | 'audio-lines'
  | 'scissors'
  | 'plug'
  | 'cable'
  | 'grid'
  | 'disc'

/**
 * Color and icon of each category (specification, section 3). `clip` is the color of fills: dark text on it passes AA in both themes.
 * The stylesheet `styles/categories.css` repeats it and adds a darker tone for text on paper; a test holds the two together.
 */
export const categoryStyles: Record<Category, { clip: string; icon: CategoryIconName }> = {
  workflow: { clip: '#f2b134', icon: 'list-checks' },
  mixing: { clip: '#74aaf7', icon: 'sliders' },
  sound_design: { clip: '#b79cf2', icon: 'waveform' },
  composition: { clip: '#f58ba3', icon: 'notes' },
  mastering: { clip: '#4cc5b0', icon: 'gauge' },
  live_performance: { clip: '#f58b4c', icon: 'mic' },
  midi_effects: { clip: '#6cc776', icon: 'piano' },
  audio_effects: { clip: '#5cc8e6', icon: 'audio-lines' },
  sample_management: { clip: '#b9d84a', icon: 'scissors' },
  plugins: { clip: '#949ff2', icon: 'plug' },
  hardware: { clip: '#a9b4bf', icon: 'cable' },
  ableton_push: { clip: '#f2746a', icon: 'grid' },
  production: { clip: '#e38bdd', icon: 'disc' },
}
