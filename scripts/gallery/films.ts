import { type TemplateId, templateIds } from '../../src/recorder/contract/presentation.ts';
import { type Aspect, aspects } from '../../src/recorder/contract/shapes.ts';

export interface GalleryWish {
  /** As `urlOf` of the planning bench's pages takes it. */
  page: string;
  prompt: string;
  aspect: Aspect;
  template: TemplateId;
}

/** A film that was ordered: either it is there, or why it is not. */
export type GalleryFilm = GalleryWish & { name: string; warnings: string[] } & (
    | { error: string }
    | { error: null; file: string; sheet: Buffer; durationMs: number; quality: number | null }
  );

/** Pages of all kinds: our sample site, and templates and documents of others, from npm. */
const pages: [page: string, prompt: string][] = [
  ['sample/', 'Open the pricing and switch to yearly'],
  ['template/agency/index.html', 'Show the services and the team'],
  ['template/modern-business/pricing.html', 'Compare the plans'],
  ['template/new-age/index.html', 'A teaser for the app'],
  ['template/sb-admin/index.html', 'Show the charts and the table'],
  ['template/shop-item/index.html', 'Put the product into the cart'],
  ['template/clean-blog/contact.html', 'Fill in the contact form as Anna Berg'],
  ['template/resume/index.html', 'Show the education and the skills'],
  ['template/stylish-portfolio/index.html', 'Open the menu and show the portfolio'],
  ['package/paper-kit-2/examples/landing.html', 'Show what they offer'],
  ['package/spectre.css/docs/components/modals.html', 'Open the modal'],
  ['package/awesomplete/index.html', 'Type "Ja" into the programming language field'],
];

/** Every page in every shape. The template moves on from page to page and from shape to shape: twelve pages give each shape all nine. */
export const galleryWishes: GalleryWish[] = pages.flatMap(([page, prompt], p) =>
  aspects.map((aspect, s) => ({
    page,
    prompt,
    aspect,
    template: templateIds[(p + s * 2) % templateIds.length]!,
  })),
);
