import type { Subject } from './subject.ts'

/** What the screens, the search and the analysis of a site take from its subject. */
export interface SubjectData {
  /**
   * Whether texts are read with the vocabulary of Live: its devices are drawn, recognized and
   * found, and words tell a category.
   */
  devices: boolean
  /** Whether a download has a tempo and a key. */
  music: boolean
  downloadFiles: string
  /** The label of the version that an article is about, in the editor and in the dialogs. */
  versionLabels: Record<'editor' | 'dialog', string>
  /** Suggestions below the tags of the editor and of the dialogs (specification, section 5). */
  suggestedTags: Record<'editor' | 'dialog', ReadonlyArray<string>>
  /** What articles are, in a sentence. */
  articles: string
  /** The site, in a sentence. */
  site: string
  /** Sent with every picture that is analyzed (specification, section 7). */
  pictureContext: string
  /** The fields of a new article; without a category, it has the first one of the site. */
  newArticle: { category?: string; tags: ReadonlyArray<string> }
}

/** The subject of the specification, and what is neutral for any other. */
export const subjectData: Readonly<Record<Subject, SubjectData>> = {
  default: {
    devices: true,
    music: true,
    downloadFiles: "A zip, sounds, MIDI, PDF or Live's own files",
    versionLabels: { editor: 'Live Version', dialog: 'Ableton Version' },
    suggestedTags: {
      editor: ['ableton', 'production', 'tutorial', 'midi', 'audio', 'plugin'],
      dialog: ['workflow', 'mixing', 'sound design', 'composition', 'effects', 'plugins'],
    },
    articles: 'tips and techniques',
    site: 'a site about music production',
    pictureContext:
      'This image is for a website about music production with Ableton Live. Say what it shows, how relevant it is to music production, and which elements of Ableton Live can be seen.',
    newArticle: { category: 'workflow', tags: ['ableton', 'tutorial'] },
  },
  own: {
    devices: false,
    music: false,
    downloadFiles: 'A zip, sounds or PDF',
    versionLabels: { editor: 'Version', dialog: 'Version' },
    suggestedTags: { editor: [], dialog: [] },
    articles: 'articles',
    site: 'this site',
    // The server adds what the site is about.
    pictureContext: '',
    newArticle: { tags: [] },
  },
}
