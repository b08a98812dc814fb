export { noteSeats, requireSeat, seatEvents } from './seats.service.ts';
export { moveTeamPositions } from './team-positions.store.ts';
