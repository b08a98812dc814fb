export { noteSeats, requireSeat, seatEvents } from './seats.service.ts';
