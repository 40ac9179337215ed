-- For wrk: each connection waits so many ms before it asks again, so that nobody is short of a processor.
function delay()
  return 2
end
