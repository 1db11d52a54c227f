import { describe, expect, test } from 'vitest';
import { addressAt, readAddress } from '../../../src/planner/prompt/address.ts';
import { readDeeds } from '../../../src/planner/prompt/read-deeds.ts';

describe('an address in one go', () => {
  test.each([
    ['12 Quay Rd, Port Hall, ME 04101, US', ['12 Quay Rd', 'Port Hall', '04101', 'ME', 'US']],
    ['12 Quay Rd, Apt 4, Port Hall, ME 04101', ['12 Quay Rd, Apt 4', 'Port Hall', '04101', 'ME', null]],
    ['Hafenweg 5, 20457 Hamburg, Germany', ['Hafenweg 5', 'Hamburg', '20457', null, 'Germany']],
    ['7 Mill Lane, London SW1A 2AA', ['7 Mill Lane', 'London', 'SW1A 2AA', null, null]],
    [
      '7 Mill Lane, Leeds, LS1 4DY, United Kingdom',
      ['7 Mill Lane', 'Leeds', 'LS1 4DY', null, 'United Kingdom'],
    ],
  ])('%s has its parts', (text, [street, city, postCode, region, country]) => {
    expect(readAddress(text)).toEqual({ street, city, postCode, region, country });
  });

  test.each([
    'Port Hall',
    '12 Quay Rd',
    'Sanofi, Berlin',
    'red, green, 12 blue',
    'a, b, c',
    '10, 20, 30',
    '',
  ])('“%s” is none', (text) => expect(readAddress(text)).toBeNull());
});

test.each([
  ['12 Quay Rd, Port Hall, ME 04101, US.', '12 Quay Rd, Port Hall, ME 04101, US'],
  ['7 Mill Lane, London SW1A 2AA and her phone to 555 0101', '7 Mill Lane, London SW1A 2AA'],
  ['12 Blue Chairs, Red Lamps, and Tables', null],
  ['30 June, 2026', null],
  ['3 days, 4 hours', null],
])('“%s” begins with the address “%s”', (text, address) => expect(addressAt(text)).toBe(address));

test('an address is one value, whatever its commas and numbers stand for', () => {
  const [deed, ...others] = readDeeds(
    'Update the billing address of Ann Lee to: 100 Quay St, Port Hall, ME 04101, US.',
  );
  expect(others).toEqual([]);
  expect(deed?.fields).toMatchObject([
    { field: 'billing address', value: { text: '100 Quay St, Port Hall, ME 04101, US' } },
  ]);
});
