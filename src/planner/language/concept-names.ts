/**
 * What prompts and pages are about: first what most sites have, then by field (food, travel, health, learning, culture, trade,
 * software).
 */
export type Concept = (typeof conceptNames)[number];
// biome-ignore format: words stand several a line
export const conceptNames = [
  'pricing', 'faq', 'features', 'proof', 'signup', 'login', 'contact', 'docs', 'form', 'gallery', 'hero',
  'call-to-action', 'footer', 'header', 'integrations', 'security', 'yearly', 'monthly', 'search', 'email', 'dark',
  'light', 'menu', 'home', 'newsletter', 'download', 'team', 'about', 'location', 'usage', 'luggage', 'tickets',
  'installation', 'closed', 'products', 'blog', 'video', 'cart', 'delivery', 'returns', 'size', 'colour', 'quantity',
  'red', 'blue', 'green', 'black', 'white', 'hours', 'schedule', 'speakers', 'sponsors', 'settings', 'description',
  'specs', 'compare', 'requirements', 'wishlist', 'assistance', 'order', 'services', 'workings', 'reasons', 'travel',
  'destinations', 'rooms', 'food', 'drinks', 'desserts', 'breakfast', 'coffee', 'vegetarian', 'children', 'booking',
  'exhibitions', 'collection', 'events', 'courses', 'teachers', 'doctors', 'jobs', 'projects', 'awards', 'press',
  'values', 'sustainability', 'donations', 'volunteering', 'members', 'recipes', 'ingredients', 'preparation',
  'offers', 'bestsellers', 'arrivals', 'warranty', 'repairs', 'photos', 'charts', 'tables', 'account', 'language',
  'roadmap', 'releases', 'examples', 'mistakes', 'properties', 'accessibility', 'parking', 'transport', 'visit',
  'results', 'animals', 'routes', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday',
  'speed', 'related', 'trouble', 'pastry', 'bread', 'clearing', 'configuring', 'limits', 'code', 'storage',
  'cancelling', 'paying', 'gifts', 'materials', 'care', 'weather', 'newspaper', 'community', 'employers',
  'companies', 'invoices', 'films', 'countries',
] as const;
