import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ApartOrganizations } from './apart-organizations.ts';

let apart: ApartOrganizations;
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] });
  apart = new ApartOrganizations(1_000);
});
afterEach(() => {
  vi.useRealTimers();
});

const minutes = (count: number) => vi.advanceTimersByTime(count * 60_000);

it('sets an organization apart for a minute, longer each time, at most an hour', () => {
  for (const duration of [1, 2, 4, 8, 16, 32, 60, 60]) {
    apart.add(7);
    expect(apart.ids()).toEqual([7]);
    minutes(duration - 0.01);
    expect(apart.ids()).toEqual([7]);
    minutes(0.02);
    expect(apart.ids()).toEqual([]);
  }
  minutes(61);
  apart.ids();
  apart.add(7);
  minutes(1.01);
  expect(apart.ids()).toEqual([]);
});

it('extends the time after every slow turn, without making it longer', () => {
  for (let turn = 0; turn < 5; turn += 1) {
    apart.tooSlow(7, 1_000, 500);
    minutes(0.9);
    expect(apart.ids()).toEqual([7]);
  }
  minutes(0.2);
  expect(apart.ids()).toEqual([]);
});

it('reduces the events to a quarter after a turn that was too slow, and rests for four times as long', () => {
  apart.tooSlow(7, 1_000, 500);
  apart.add(8);
  expect([apart.eventsOf(7, 300), apart.due(), apart.ids()]).toEqual([250, [8], [7, 8]]);
  vi.advanceTimersByTime(1_999);
  expect(apart.due()).toEqual([8]);
  vi.advanceTimersByTime(1);
  expect(apart.due()).toEqual([7, 8]);
  apart.succeeded(7, 10);
  expect(apart.due()).toEqual([8, 7]);
  apart.tooSlow(7, 3, 500);
  apart.tooSlow(7, 1, 500);
  expect(apart.eventsOf(7, 300)).toBe(1);
});

it('doubles the events after fast turns, and halves them after slow ones, to at least fifty', () => {
  apart.tooSlow(7, 400, 500);
  const sizes = [10, 100, 125, 126, 250, 251, 10].map((tookMs) => {
    apart.succeeded(7, tookMs);
    return apart.eventsOf(7, 0);
  });
  expect(sizes).toEqual([200, 400, 800, 800, 800, 400, 800]);
  for (let turn = 0; turn < 9; turn += 1) apart.succeeded(7, 900);
  expect(apart.eventsOf(7, 0)).toBe(50);
  apart.tooSlow(7, 50, 500);
  apart.succeeded(7, 900);
  expect(apart.eventsOf(7, 0)).toBe(12);
});

it('rests after a success that took more than a quarter of a second', () => {
  apart.add(7);
  apart.succeeded(7, 300);
  vi.advanceTimersByTime(1_199);
  expect(apart.due()).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(apart.due()).toEqual([7]);
  apart.succeeded(7, 250);
  expect(apart.due()).toEqual([7]);
});

it('delays an organization that fails for a second, then twice as long, at most a minute', () => {
  for (const seconds of [1, 2, 4, 8, 16, 32, 60, 60]) {
    apart.failed(7);
    vi.advanceTimersByTime(seconds * 1_000 - 1);
    expect(apart.due()).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(apart.due()).toEqual([7]);
  }
  apart.succeeded(7, 10);
  apart.failed(7);
  vi.advanceTimersByTime(1_000);
  expect(apart.due()).toEqual([7]);
});

it('ignores the turn of an organization that was never set apart', () => {
  apart.succeeded(9, 10);
  expect([apart.ids(), apart.eventsOf(9, 300)]).toEqual([[], 300]);
});
